/// Notes how far the member has read a thread, for all of the member's devices.
///
/// Marks only go forward; a `seq` ahead of the thread's counts as the thread's.
public struct MarkThreadRead: BoardRequest {
    public static let method = "thread.markRead"
    public var threadId: ThreadID
    public var seq: Int64

    public struct Reply: Codable, Sendable, Equatable {
        /// Live posts by others, which this member may see, created above the mark.
        public var unread: Int64
        public init(unread: Int64) { self.unread = unread }
    }

    public init(threadId: ThreadID, seq: Int64) {
        self.threadId = threadId
        self.seq = seq
    }
}
