/// Takes a thread off with all its posts: one's own, or any for a moderator.
public struct DeleteThread: BoardRequest {
    public static let method = "thread.delete"
    public var threadId: ThreadID

    public typealias Reply = Nothing

    public init(threadId: ThreadID) {
        self.threadId = threadId
    }
}
