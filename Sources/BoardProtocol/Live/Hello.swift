/// The server's first message on each connection.
public struct Hello: BoardNotice, Equatable {
    public static let method = "hello"

    /// As whom the connection came in.
    public struct Session: Codable, Sendable, Equatable {
        public var role: Role
        public var account: Maybe<Account>
        public var blocksVersion: Maybe<Int64>

        public init(role: Role, account: Maybe<Account> = .missing, blocksVersion: Maybe<Int64> = .missing) {
            self.role = role
            self.account = account
            self.blocksVersion = blocksVersion
        }
    }

    public var server: String
    /// The subprotocol, `keijiban.v1`.
    public var `protocol`: String
    /// Names this history of the database; null while the server has not read it.
    public var epoch: String?
    public var session: Session
    public var limits: Limits

    public init(server: String, protocol: String, epoch: String?, session: Session, limits: Limits) {
        self.server = server
        self.protocol = `protocol`
        self.epoch = epoch
        self.session = session
        self.limits = limits
    }
}
