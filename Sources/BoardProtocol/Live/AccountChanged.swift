/// The account was suspended, or let be, or has another role.
public struct AccountChanged: BoardNotice, Equatable {
    public static let method = "account.changed"
    public var account: Account
    public var can: Permissions

    public init(account: Account, can: Permissions) {
        self.account = account
        self.can = can
    }
}
