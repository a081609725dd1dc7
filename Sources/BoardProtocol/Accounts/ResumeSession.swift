/// Logs the connection in with the token of an earlier log-in.
public struct ResumeSession: BoardRequest {
    public static let method = "session.resume"
    public var token: String

    public struct Reply: Codable, Sendable, Equatable {
        public var account: Account
        public var blocksVersion: Int64

        public init(account: Account, blocksVersion: Int64) {
            self.account = account
            self.blocksVersion = blocksVersion
        }
    }

    public init(token: String) {
        self.token = token
    }
}
