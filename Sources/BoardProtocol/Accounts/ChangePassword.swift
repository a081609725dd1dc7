/// Sets a new password; every earlier token dies and all other connections of the account end.
public struct ChangePassword: BoardRequest {
    public static let method = "account.changePassword"
    public var current: String
    public var new: String

    public struct Reply: Codable, Sendable, Equatable {
        public var token: String

        public init(token: String) {
            self.token = token
        }
    }

    public init(current: String, new: String) {
        self.current = current
        self.new = new
    }
}
