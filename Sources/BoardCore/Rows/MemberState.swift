public import BoardProtocol
public import BoardSQL

/// What open connections of an account go by.
public struct MemberState: Sendable, Equatable {
    public var account: Account
    /// Nil where the state was read without a session.
    public var sessionId: SessionID?
    public var blocksVersion: Int64
    public var blocks: Set<AccountID>
    /// Neither suspended nor deleted.
    public var isActing: Bool
    /// When a suspension ends by itself; nil without one, or for good.
    public var suspendedUntil: Timestamp?
    /// Whether the session's last use is long enough ago to be noted anew.
    public var isStale: Bool
    /// The account's live sessions, where they were read.
    public var sessions: [SessionID]

    /// From a row of `session_open`, `session_create`, `account_create`, `account_reset` or `account_state`.
    public init(row: Row) {
        account = Account(row: row)
        sessionId = row.has("session_id") ? row.int64IfAny("session_id").map(SessionID.init(rawValue:)) : nil
        blocksVersion = row.int64("blocks_version")
        blocks = Set(row.int64s("blocks").map(AccountID.init(rawValue:)))
        isActing = row.bool("acting")
        suspendedUntil = isActing ? nil : row.timestampIfAny("suspended_ms")
        isStale = row.has("stale") && row.bool("stale")
        sessions = row.has("sessions") ? row.int64s("sessions").map(SessionID.init(rawValue:)) : []
    }
}

extension Account {
    init(row: Row) {
        self.init(
            id: AccountID(rawValue: row.int64("id")), name: row.text("name"),
            role: Role(rawValue: row.text("role")) ?? .member,
            createdAt: row.timestamp("created_ms"))
    }
}
