import BoardProtocol

/// Who asks.
enum Asker: Int, CaseIterable {
    case guest, member, moderator, admin, suspendedMember, suspendedModerator

    var role: Role {
        switch self {
        case .guest: .guest
        case .member, .suspendedMember: .member
        case .moderator, .suspendedModerator: .moderator
        case .admin: .admin
        }
    }

    var isSuspended: Bool { self == .suspendedMember || self == .suspendedModerator }
}

/// What the thread or post is to the one who asks.
enum Standing: String, CaseIterable {
    /// There is none, or it makes no difference.
    case any
    case own, foreign, deleted
    /// By somebody whom the asker blocks.
    case blocked
    /// In a locked thread.
    case locked, ownLocked
}

/// A thread with a post, and accounts, made for one question.
struct RightsScene {
    var thread: ThreadSummary
    var post: Post
    /// Whoever wrote `post`; for whom nothing was written, a member.
    var author: Account
    var session: SessionID
    var password: String
}

/// One line of the table: a method or command, and how each asker fares with each standing.
struct RightsRow: CustomStringConvertible {
    var name: String
    var request: @Sendable (RightsScene) -> any BoardRequest
    /// Outcomes in the order of ``Asker``: `+` done, `L` loginRequired, `F` forbidden, `N` notFound, `K` locked,
    /// `S` suspended, `C` conflict, `B` badCredentials, `M` methodNotFound.
    var expected: [(Standing, String)]

    var description: String { name }

    init<Request: BoardRequest>(
        _ expected: (Standing, String)..., request: @escaping @Sendable (RightsScene) -> Request
    ) {
        name = Request.method
        self.request = request
        self.expected = expected
    }

    /// A command, by its name and what follows.
    init(
        command: String, _ expected: (Standing, String)...,
        arguments: @escaping @Sendable (RightsScene) -> [String]
    ) {
        name = command
        request = { scene in
            RunCommand(args: command.split(separator: " ").map(String.init) + arguments(scene))
        }
        self.expected = expected
    }
}

extension Refusal.Reason {
    var letter: String {
        let letters: [Refusal.Reason: String] = [
            .loginRequired: "L", .forbidden: "F", .notFound: "N", .locked: "K", .suspended: "S",
            .conflict: "C", .badCredentials: "B", .methodNotFound: "M",
        ]
        return letters[self] ?? rawValue
    }
}
