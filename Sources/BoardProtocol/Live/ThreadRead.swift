/// The member read further in a thread, on another connection.
public struct ThreadRead: BoardNotice, Equatable {
    public static let method = "thread.read"
    public var threadId: ThreadID
    /// The read mark.
    public var seq: Int64
    public var unread: Int64

    public init(threadId: ThreadID, seq: Int64, unread: Int64) {
        self.threadId = threadId
        self.seq = seq
        self.unread = unread
    }
}
