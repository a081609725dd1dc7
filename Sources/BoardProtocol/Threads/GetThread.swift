/// One thread.
public struct GetThread: BoardRequest {
    public static let method = "thread.get"
    public var threadId: ThreadID

    public struct Reply: Codable, Sendable, Equatable {
        public var thread: ThreadSummary

        public init(thread: ThreadSummary) {
            self.thread = thread
        }
    }

    public init(threadId: ThreadID) {
        self.threadId = threadId
    }
}
