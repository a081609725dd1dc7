/// Follows every change of a thread, from `since` on if given.
///
/// `complete: false` in the reply: not joined yet, join again with the `seq` it gives.
public struct JoinThread: BoardRequest {
    public static let method = "thread.join"
    public var threadId: ThreadID
    public var since: Int64?
    public var epoch: String?
    public var blocksVersion: Int64?

    public struct Reply: Codable, Sendable, Equatable {
        public var seq: Int64
        public var postCount: Int64
        public var hiddenCount: Int64
        public var changes: [PostState]
        public var complete: Bool
        public var reset: Maybe<Bool>
        public var thread: Maybe<ThreadState>

        public init(
            seq: Int64, postCount: Int64, hiddenCount: Int64, changes: [PostState], complete: Bool,
            reset: Maybe<Bool> = .missing, thread: Maybe<ThreadState> = .missing
        ) {
            self.seq = seq
            self.postCount = postCount
            self.hiddenCount = hiddenCount
            self.changes = changes
            self.complete = complete
            self.reset = reset
            self.thread = thread
        }
    }

    public init(
        threadId: ThreadID, since: Int64? = nil, epoch: String? = nil, blocksVersion: Int64? = nil
    ) {
        self.threadId = threadId
        self.since = since
        self.epoch = epoch
        self.blocksVersion = blocksVersion
    }
}
