/// Blocks an account: its posts and threads are gone from what this member is told, at once, everywhere.
public struct AddBlock: BoardRequest {
    public static let method = "block.add"
    public var accountId: AccountID

    public typealias Reply = Nothing

    public init(accountId: AccountID) {
        self.accountId = accountId
    }
}
