/// Logs the connection in with a name and a password.
public struct LogIn: BoardRequest {
    public static let method = "session.login"
    public var name: String
    public var password: String

    public typealias Reply = SignedIn

    public init(name: String, password: String) {
        self.name = name
        self.password = password
    }
}
