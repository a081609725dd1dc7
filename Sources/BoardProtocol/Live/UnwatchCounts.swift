/// Watches no longer.
public struct UnwatchCounts: BoardRequest {
    public static let method = "counts.unwatch"
    public var threadIds: [ThreadID]?
    public var all: Bool?

    public typealias Reply = Nothing

    public init(threadIds: [ThreadID]? = nil, all: Bool? = nil) {
        self.threadIds = threadIds
        self.all = all
    }
}
