/// What an account may do; each role includes those before it.
public enum Role: String, Codable, Sendable, Comparable, CaseIterable {
    case guest, member, moderator, admin

    public static func < (a: Role, b: Role) -> Bool { a.rank < b.rank }

    private var rank: Int {
        switch self {
        case .guest: 0
        case .member: 1
        case .moderator: 2
        case .admin: 3
        }
    }
}

/// An account, as its owner sees it.
public struct Account: Codable, Sendable, Equatable {
    public var id: AccountID
    public var name: String
    public var role: Role
    public var createdAt: Timestamp

    public init(id: AccountID, name: String, role: Role, createdAt: Timestamp) {
        self.id = id
        self.name = name
        self.role = role
        self.createdAt = createdAt
    }
}

/// An account, as others see it; both members are null for a deleted one.
public struct Author: Codable, Sendable, Equatable, Hashable {
    public var id: AccountID?
    public var name: String?

    public init(id: AccountID?, name: String?) {
        self.id = id
        self.name = name
    }

    /// The author of what a deleted account left behind.
    public static let deleted = Author(id: nil, name: nil)
}
