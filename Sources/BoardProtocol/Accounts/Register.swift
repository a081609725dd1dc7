/// Makes an account and logs the connection in.
///
/// Names are unique under NFKC case folding; a taken one is a conflict.
public struct Register: BoardRequest {
    public static let method = "account.register"
    public var name: String
    public var password: String

    public typealias Reply = SignedIn

    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}
