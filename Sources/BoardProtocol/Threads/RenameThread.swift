/// Gives a thread another title: one's own, or any for a moderator.
public struct RenameThread: BoardRequest {
    public static let method = "thread.rename"
    public var threadId: ThreadID
    public var title: String

    public struct Reply: Codable, Sendable, Equatable {
        public var thread: ThreadSummary

        public init(thread: ThreadSummary) {
            self.thread = thread
        }
    }

    public init(threadId: ThreadID, title: String) {
        self.threadId = threadId
        self.title = title
    }
}
