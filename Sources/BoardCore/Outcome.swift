public import BoardProtocol

/// What a committed write came to.
public struct Outcome<Reply: Sendable>: Sendable {
    /// The receipt for the author.
    public var reply: Reply
    /// What everybody hears, the author included.
    public var changes: [Change]
    /// What it means for open connections.
    public var effects: [Effect]
    /// A further step to take before the reply, for work done in steps; its rows come to the same `outcome`.
    public var next: Call?
    /// How many milliseconds to wait before that step.
    public var pauseMs = 0

    public init(
        _ reply: Reply, changes: [Change] = [], effects: [Effect] = [], next: Call? = nil, pauseMs: Int = 0
    ) {
        self.reply = reply
        self.changes = changes
        self.effects = effects
        self.next = next
        self.pauseMs = pauseMs
    }
}

/// What a commit means for open connections, beside the changes of threads.
public enum Effect: Sendable {
    /// This connection is now that member's.
    case signedIn(MemberState)
    /// This connection is a guest's.
    case signedOut
    /// This connection goes on under another session of the same account.
    case sessionMoved(SessionID)
    /// Connections on these sessions, but for this one, are over.
    case sessionsEnded([SessionID])
    /// The account's role, suspension, sessions or blocks are others now.
    case accountChanged(AccountID)
    /// A member's block was made or lifted.
    case blockChanged(member: AccountID, blocked: AccountID, isBlocked: Bool, version: Int64)
    /// For the member's other connections.
    case liked(PostID, ThreadID, Bool)
    /// The member read further, for the member's other connections.
    case read(ThreadRead)
    /// The database's history has another name.
    case epochRenewed
}
