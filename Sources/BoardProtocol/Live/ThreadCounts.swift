/// The numbers of a watched thread, or that it is gone.
public struct ThreadCounts: Codable, Sendable, Equatable {
    public var threadId: ThreadID
    /// Live posts, the same for all viewers; left out of a deletion.
    public var postCount: Maybe<Int64>
    /// How many of them are by authors whom this viewer blocks; left out where it is 0.
    public var hiddenCount: Maybe<Int64>
    public var seq: Int64
    /// True where the thread was deleted, else left out.
    public var deleted: Maybe<Bool>
    /// Of a live message: the thread, where it is new, restored, renamed, moved, locked or pinned.
    public var thread: Maybe<ThreadSummary>

    public init(
        threadId: ThreadID, postCount: Maybe<Int64>, hiddenCount: Maybe<Int64> = .missing, seq: Int64,
        deleted: Maybe<Bool> = .missing, thread: Maybe<ThreadSummary> = .missing
    ) {
        self.threadId = threadId
        self.postCount = postCount
        self.hiddenCount = hiddenCount
        self.seq = seq
        self.deleted = deleted
        self.thread = thread
    }
}
