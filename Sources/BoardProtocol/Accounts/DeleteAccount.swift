/// Deletes the account for good.
///
/// Posts and threads stay and lose their author; likes, blocks by it and blocks of it go, in steps of at most 500
/// rows. The connection goes on as a guest.
public struct DeleteAccount: BoardRequest {
    public static let method = "account.delete"
    public var password: String

    public typealias Reply = Nothing

    public init(password: String) {
        self.password = password
    }
}
