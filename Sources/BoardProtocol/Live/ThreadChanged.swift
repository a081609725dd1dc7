/// What changed in a joined thread after `from`, the number this client had before.
public struct ThreadChanged: BoardNotice, Equatable {
    public static let method = "thread.changed"
    public var threadId: ThreadID
    public var from: Int64
    public var seq: Int64
    public var postCount: Int64
    public var hiddenCount: Maybe<Int64>
    public var changes: [PostState]
    public var thread: Maybe<ThreadState>

    public init(
        threadId: ThreadID, from: Int64, seq: Int64, postCount: Int64, hiddenCount: Maybe<Int64> = .missing,
        changes: [PostState], thread: Maybe<ThreadState> = .missing
    ) {
        self.threadId = threadId
        self.from = from
        self.seq = seq
        self.postCount = postCount
        self.hiddenCount = hiddenCount
        self.changes = changes
        self.thread = thread
    }
}
