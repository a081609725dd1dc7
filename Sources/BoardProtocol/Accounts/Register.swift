/// Makes an account and logs the connection in.
///
/// Names are unique under NFKC case folding; a taken one is a conflict. Where accounts have to be approved, the new one is
/// suspended until then; where registration is closed, or takes an invitation and there is none: forbidden.
public struct Register: BoardRequest {
    public static let method = "account.register"
    public var name: String
    public var password: String
    /// A one-time code that a moderator gave out.
    public var invite: String?

    public typealias Reply = SignedIn

    public init(name: String, password: String, invite: String? = nil) {
        self.name = name
        self.password = password
        self.invite = invite
    }
}
