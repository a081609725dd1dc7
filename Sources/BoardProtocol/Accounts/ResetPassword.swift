/// Sets a new password by an operator's one-time code (24 hours); all earlier sessions end.
public struct ResetPassword: BoardRequest {
    public static let method = "account.reset"
    public var name: String
    public var code: String
    public var new: String

    public typealias Reply = SignedIn

    public init(name: String, code: String, new: String) {
        self.name = name
        self.code = code
        self.new = new
    }
}
