/// One of an account's log-ins, on some device.
public struct SessionSummary: Codable, Sendable, Equatable {
    public var id: SessionID
    public var createdAt: Timestamp
    public var lastUsedAt: Timestamp
    /// What the client called itself when it logged in.
    public var client: String?
    /// Whether it is the session of this connection.
    public var current: Bool

    public init(id: SessionID, createdAt: Timestamp, lastUsedAt: Timestamp, client: String?, current: Bool) {
        self.id = id
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.client = client
        self.current = current
    }
}

/// What a log-in is answered with.
///
/// The token is shown this once: the server keeps only its digest.
public struct SignedIn: Codable, Sendable, Equatable {
    public var account: Account
    public var token: String
    public var blocksVersion: Int64

    public init(account: Account, token: String, blocksVersion: Int64) {
        self.account = account
        self.token = token
        self.blocksVersion = blocksVersion
    }
}
