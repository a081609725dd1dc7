public import BoardProtocol
import BoardSQL

/// Who may make an account: everybody, everybody who is then approved, who was invited, nobody.
public enum Registration: String, Sendable, CaseIterable {
    case open, approve, invite, closed
}

/// On whose behalf a request is made.
///
/// What it remembers of roles is a hint: the statements judge.
public struct Viewer: Sendable, Equatable {
    /// Nil for guests and for the operator.
    public var accountId: AccountID?
    public var sessionId: SessionID?
    public var role: Role
    /// The shell on the server's machine: above all roles.
    public var isOperator: Bool
    /// Where the connection comes from, as limits count it: an IPv4 address, or an IPv6 /64.
    public var address: String
    /// Whether rates are limited at all; never for the operator.
    public var isLimited: Bool
    /// Who may make an account here.
    public var registration = Registration.open
    /// What the client calls itself, for the list of sessions; at most 200 characters.
    public var client: String?

    public init(
        accountId: AccountID? = nil, sessionId: SessionID? = nil, role: Role = .guest,
        isOperator: Bool = false,
        address: String = "", isLimited: Bool = false, client: String? = nil
    ) {
        self.accountId = accountId
        self.sessionId = sessionId
        self.role = role
        self.isOperator = isOperator
        self.address = address
        self.isLimited = isLimited
        self.client = client
    }

    public static let guest = Viewer()
    public static let `operator` = Viewer(role: .admin, isOperator: true)

    /// Turns away whom no row has to be read for.
    public func require(_ role: Role, to act: String = "do this") throws(Refusal) {
        guard self.role >= .member else { throw Refusal(.loginRequired, "Log in to \(act).") }
        guard self.role >= role else {
            throw Refusal(.forbidden, "This takes the role \(role.rawValue).")
        }
    }

    /// The same connection as another account's, or nobody's.
    public func signedIn(as account: AccountID?, _ session: SessionID?, role: Role) -> Viewer {
        var viewer = self
        (viewer.accountId, viewer.sessionId, viewer.role) = (account, session, role)
        return viewer
    }

    /// The account as a statement's parameter: null for guests, 0 for the operator.
    var value: Value {
        isOperator ? .int(0) : .optional(accountId?.rawValue)
    }
}
