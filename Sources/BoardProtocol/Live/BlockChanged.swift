/// A block of the member's was made or lifted, on whichever connection.
public struct BlockChanged: BoardNotice, Equatable {
    public static let method = "block.changed"
    public var accountId: AccountID
    public var blocked: Bool
    public var blocksVersion: Int64

    public init(accountId: AccountID, blocked: Bool, blocksVersion: Int64) {
        self.accountId = accountId
        self.blocked = blocked
        self.blocksVersion = blocksVersion
    }
}
