/// Follows a thread no longer.
public struct LeaveThread: BoardRequest {
    public static let method = "thread.leave"
    public var threadId: ThreadID

    public typealias Reply = Nothing

    public init(threadId: ThreadID) {
        self.threadId = threadId
    }
}
