/// Logs in with a token of the app's own backend: a JWT, signed by HS256 or EdDSA, with `sub`, `exp` and optionally `name`.
///
/// The account of that `sub` is made where there is none; a taken, refused or missing `name` gets a free one.
/// Where the server has no key for such tokens there is no such method.
public struct ExchangeSession: BoardRequest {
    public static let method = "session.exchange"
    public var token: String

    public typealias Reply = SignedIn

    public init(token: String) {
        self.token = token
    }
}
