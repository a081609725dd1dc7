import BoardCore
import BoardProtocol
import BoardSQL
import WebSockets

/// Finds out whose a request is: by its Bearer token, else by the session cookie.
final class Doorman {
    /// What a request shows of whoever sends it.
    enum Credentials: Equatable {
        case none
        case bearer(String)
        case cookie(String)
        /// An authorization of another kind.
        case unusable

        /// A Bearer token wins over a cookie.
        init(_ head: RequestHead) {
            guard let authorization = head.header("authorization") else {
                self = SessionCookie.token(in: head).map { .cookie($0) } ?? .none
                return
            }
            let parts = authorization.split(separator: " ", maxSplits: 1)
            let isBearer = parts.count == 2 && parts[0].lowercased() == "bearer"
            self = isBearer ? .bearer(String(parts[1])) : .unusable
        }

        /// A browser sent it without being asked, perhaps for somebody else's page.
        var isCookie: Bool {
            if case .cookie = self { true } else { false }
        }
    }

    enum Finding {
        case guest
        case member(MemberState)
        case badToken
        /// The database cannot be asked.
        case away
    }

    /// A session was used again after a while.
    var onStale: (SessionID) -> Void = { _ in }

    private let gate: Gate
    private let database: Database
    private let vault: Vault
    private var lastVisitor: UInt64 = 0

    init(gate: Gate, database: Database, vault: Vault) {
        self.gate = gate
        self.database = database
        self.vault = vault
    }

    /// A cookie that is no longer good makes a guest, as browsers keep it long; a token that is not is refused.
    func identify(_ credentials: Credentials, _ completion: @escaping (Finding) -> Void) {
        let token: String
        switch credentials {
        case .none: return completion(.guest)
        case .unusable: return completion(.badToken)
        case .bearer(let text), .cookie(let text): token = text
        }
        database.read(Call(.sessionOpen, .bytes(vault.digest(token)))) { [weak self] result in
            guard case .success(let rows) = result else { return completion(.away) }
            guard let row = rows.first else { return completion(credentials.isCookie ? .guest : .badToken) }
            let member = MemberState(row: row)
            if member.isStale, let id = member.sessionId { self?.onStale(id) }
            completion(.member(member))
        }
    }

    /// The caller that a request of plain HTTP is.
    func visitor(_ head: RequestHead, as member: MemberState? = nil) -> Visitor {
        lastVisitor += 1
        let guest = gate.viewer(of: head)
        guard let member else { return Visitor(guest, number: lastVisitor) }
        let viewer = guest.signedIn(as: member.account.id, member.sessionId, role: member.account.role)
        return Visitor(viewer, number: lastVisitor)
    }
}
