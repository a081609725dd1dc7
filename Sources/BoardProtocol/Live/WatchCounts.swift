/// Watches the counts of some threads, or of all, those created later included.
///
/// With `all` the reply is empty: watch first, then list.
public struct WatchCounts: BoardRequest {
    public static let method = "counts.watch"
    public var threadIds: [ThreadID]?
    public var all: Bool?

    public struct Reply: Codable, Sendable, Equatable {
        public var counts: [ThreadCounts]

        public init(counts: [ThreadCounts]) {
            self.counts = counts
        }
    }

    public init(threadIds: [ThreadID]? = nil, all: Bool? = nil) {
        self.threadIds = threadIds
        self.all = all
    }
}
