/// Lifts a block.
public struct RemoveBlock: BoardRequest {
    public static let method = "block.remove"
    public var accountId: AccountID

    public typealias Reply = Nothing

    public init(accountId: AccountID) {
        self.accountId = accountId
    }
}
