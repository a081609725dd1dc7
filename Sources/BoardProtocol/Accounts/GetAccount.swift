/// The connection's own account.
public struct GetAccount: BoardRequest {
    public static let method = "account.get"

    public struct Reply: Codable, Sendable, Equatable {
        public var account: Account

        public init(account: Account) {
            self.account = account
        }
    }

    public init() {}
}
