public import BoardProtocol

/// A member with a connection logged in as them.
public struct TestMember: Sendable {
    /// What ``TestBoard/member(_:role:)`` registers everybody with.
    public static let password = "correct horse battery"

    public let client: TestClient
    public let account: Account
    public let token: String

    public var id: AccountID { account.id }
    /// As others see the account.
    public var author: Author { Author(id: account.id, name: account.name) }

    @discardableResult
    public func send<Request: BoardRequest>(_ request: Request) async throws -> Request.Reply {
        try await client.send(request)
    }
}
