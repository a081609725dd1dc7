import BoardProtocol
import BoardTestSupport
import Synchronization
import Testing

/// Two writes at two servers, one after the other held up by a lock from outside: whoever came first is judged first, and
/// the other one by what that left.
@Suite("Writes that meet, forced into either order", .needsDatabase)
struct RacesTests {
    /// Aki's post in Aki's thread, which Ben reads and Mio moderates.
    struct Cast: Sendable {
        var aki, ben, mio: TestMember
        var thread: ThreadSummary
        var post: Post
    }

    enum Act: String, Sendable {
        case like, unlike, edit, delete, post, answer, lock, unlock, block, unblock, suspend, unsuspend
        case demote, rename, deleteThread, restoreThread, deleteAsModerator, restore

        func perform(_ cast: Cast) async throws {
            let (thread, post) = (cast.thread.id, cast.post.id)
            switch self {
            case .like: _ = try await cast.ben.send(LikePost(postId: post))
            case .unlike: _ = try await cast.ben.send(UnlikePost(postId: post))
            case .edit: _ = try await cast.aki.send(EditPost(postId: post, body: "edited"))
            case .delete: _ = try await cast.aki.send(DeletePost(postId: post))
            case .post: try await cast.aki.post("new", in: cast.thread)
            case .answer: try await cast.ben.post("answer", in: cast.thread, replyTo: post)
            case .lock: try await cast.mio.command("lock \(thread)")
            case .unlock: try await cast.mio.command("unlock \(thread)")
            case .block: _ = try await cast.ben.send(AddBlock(accountId: cast.aki.id))
            case .unblock: _ = try await cast.ben.send(RemoveBlock(accountId: cast.aki.id))
            case .suspend: try await cast.mio.command("suspend \(cast.aki.account.name) 10m")
            case .unsuspend: try await cast.mio.command("unsuspend \(cast.aki.account.name)")
            case .demote: _ = try await cast.mio.command("role \(cast.ben.account.name) member")
            case .rename: _ = try await cast.aki.send(RenameThread(threadId: thread, title: "new"))
            case .deleteThread: _ = try await cast.aki.send(DeleteThread(threadId: thread))
            case .restoreThread: try await cast.mio.command("restore thread \(thread)")
            case .deleteAsModerator: try await cast.ben.command("delete post \(post)")
            case .restore: try await cast.mio.command("restore post \(post)")
            }
        }
    }

    struct Race: Sendable, CustomStringConvertible {
        var first, second: Act
        /// What is held up: the thread's row, or the right to act.
        var held = "thread"
        var before: [Act] = []
        /// `ok`, or why it was refused.
        var outcome: (String, String)
        var postCount: Int64 = 1
        var likeCount: Int64 = 0
        var isDeleted = false

        var acts: [Act] { before + [first, second] }
        var description: String { "\(first), then \(second), after \(before)" }
    }

    private static let races = [
        Race(first: .like, second: .unlike, outcome: ("ok", "ok")),
        Race(first: .unlike, second: .like, outcome: ("ok", "ok"), likeCount: 1),
        Race(first: .unlike, second: .like, before: [.like], outcome: ("ok", "ok"), likeCount: 1),
        Race(first: .like, second: .like, outcome: ("ok", "ok"), likeCount: 1),
        Race(first: .unlike, second: .unlike, before: [.like], outcome: ("ok", "ok")),
        Race(first: .like, second: .delete, outcome: ("ok", "ok"), postCount: 0),
        Race(first: .delete, second: .like, outcome: ("ok", "notFound"), postCount: 0),
        Race(first: .unlike, second: .delete, before: [.like], outcome: ("ok", "ok"), postCount: 0),
        Race(first: .delete, second: .unlike, before: [.like], outcome: ("ok", "notFound"), postCount: 0),
        Race(first: .edit, second: .delete, outcome: ("ok", "ok"), postCount: 0),
        Race(first: .delete, second: .edit, outcome: ("ok", "notFound"), postCount: 0),
        Race(first: .delete, second: .delete, outcome: ("ok", "notFound"), postCount: 0),
        Race(first: .delete, second: .restore, outcome: ("ok", "ok")),
        Race(first: .restore, second: .delete, before: [.delete], outcome: ("ok", "ok"), postCount: 0),
        Race(first: .restore, second: .restore, before: [.delete], outcome: ("ok", "conflict")),
        Race(first: .restore, second: .like, before: [.delete], outcome: ("ok", "ok"), likeCount: 1),
        Race(first: .like, second: .restore, before: [.delete], outcome: ("notFound", "ok")),
        Race(first: .answer, second: .delete, outcome: ("ok", "ok")),
        Race(first: .delete, second: .answer, outcome: ("ok", "notFound"), postCount: 0),
        Race(first: .post, second: .lock, outcome: ("ok", "ok"), postCount: 2),
        Race(first: .lock, second: .post, outcome: ("ok", "locked")),
        Race(first: .unlock, second: .post, before: [.lock], outcome: ("ok", "ok"), postCount: 2),
        Race(first: .post, second: .unlock, before: [.lock], outcome: ("locked", "ok")),
        Race(first: .lock, second: .edit, outcome: ("ok", "locked")),
        Race(first: .lock, second: .rename, outcome: ("ok", "locked")),
        Race(first: .rename, second: .lock, outcome: ("ok", "ok")),
        Race(first: .post, second: .deleteThread, outcome: ("ok", "ok"), isDeleted: true),
        Race(first: .deleteThread, second: .post, outcome: ("ok", "notFound"), isDeleted: true),
        Race(first: .deleteThread, second: .like, outcome: ("ok", "notFound"), isDeleted: true),
        Race(first: .deleteThread, second: .restoreThread, outcome: ("ok", "ok")),
        Race(
            first: .restoreThread, second: .post, before: [.deleteThread], outcome: ("ok", "ok"), postCount: 2
        ),
        // A block waits for nobody: it is there before what waits is judged.
        Race(first: .like, second: .block, outcome: ("notFound", "ok")),
        Race(first: .answer, second: .block, outcome: ("notFound", "ok")),
        Race(first: .post, second: .block, outcome: ("ok", "ok"), postCount: 2),
        Race(first: .like, second: .unblock, before: [.block], outcome: ("ok", "ok"), likeCount: 1),
        // Who writes may act until the write is done; who may not act any more is judged so.
        Race(first: .post, second: .suspend, outcome: ("ok", "ok"), postCount: 2),
        Race(first: .suspend, second: .post, held: "rights", outcome: ("ok", "suspended")),
        Race(first: .suspend, second: .edit, held: "rights", outcome: ("ok", "suspended")),
        Race(first: .suspend, second: .rename, held: "rights", outcome: ("ok", "suspended")),
        Race(
            first: .unsuspend, second: .post, held: "rights", before: [.suspend], outcome: ("ok", "ok"),
            postCount: 2),
        Race(first: .deleteAsModerator, second: .demote, outcome: ("ok", "ok"), postCount: 0),
        Race(first: .demote, second: .deleteAsModerator, held: "rights", outcome: ("ok", "forbidden")),
    ]

    @Test("Both outcomes are those of the order, the numbers are exact, and followers hold what is there")
    func races() async throws {
        try await TestBoard.run { board in
            let server = try await board.secondServer()
            for (number, race) in Self.races.enumerated() {
                try await run(race, with: casts(number, on: board, server), on: board, server)
            }
            try await board.expectExactCounts()
        }
    }

    private func run(_ race: Race, with casts: [Cast], on board: TestBoard, _ server: RunningServer)
        async throws
    {
        let (thread, token) = (casts[0].thread, casts[0].ben.token)
        for act in race.before { try await act.perform(casts[0]) }
        var followers: [ThreadFollower] = []
        // A subscription ends with its thread, also if that comes back.
        if !race.acts.contains(.restoreThread) {
            followers = [
                try await board.follow(thread.id),
                try await board.follow(thread.id, token: token, on: server),
            ]
        }
        let lock = try await board.hold(
            race.held == "thread"
                ? "select from threads where id = \(thread.id) for update"
                : "select pg_advisory_xact_lock_shared(7309, 1)")
        let first = Attempt(race.first, casts[0])
        #expect(try await eventually { try await board.lockWaiters() == 1 || first.isDone })
        #expect(!first.isDone, "\(race): it should have waited")
        let second = Attempt(race.second, casts[1])
        #expect(try await eventually { try await board.lockWaiters() == 2 || second.isDone })
        try await lock.release()
        #expect(try await [first.outcome, second.outcome] == [race.outcome.0, race.outcome.1], "\(race)")

        if race.isDeleted {
            let refusal = try await casts[0].mio.client.refusal(of: GetThread(threadId: thread.id))
            #expect(refusal.reason == .notFound, "\(race)")
        } else {
            let now = try await casts[0].mio.thread(thread.id)
            #expect([now.postCount, now.likeCount] == [race.postCount, race.likeCount], "\(race)")
        }
        for follower in followers {
            try await board.expectConverges(follower, "\(race)")
            #expect(await follower.gaps == 0, "\(race)")
        }
        for client in casts.flatMap({ [$0.aki, $0.ben, $0.mio] }).map(\.client) { client.drop() }
    }

    /// One act under way, and what came of it.
    private final class Attempt: Sendable {
        private let done = Mutex(false)
        private let task = Mutex<Task<String, any Error>?>(nil)

        init(_ act: Act, _ cast: Cast) {
            let started = Task { [self] in
                defer { done.withLock { $0 = true } }
                do {
                    try await act.perform(cast)
                    return "ok"
                } catch let refusal as Refusal {
                    return refusal.reason.rawValue
                }
            }
            task.withLock { $0 = started }
        }

        var isDone: Bool { done.withLock { $0 } }
        var outcome: String? { get async throws { try await task.withLock { $0 }?.value } }
    }

    /// The same people at two servers.
    private func casts(_ number: Int, on board: TestBoard, _ server: RunningServer) async throws -> [Cast] {
        let aki = try await board.quickMember("aki\(number)")
        let ben = try await board.quickMember("ben\(number)", role: .moderator)
        let mio = try await board.quickMember("mio\(number)", role: .admin)
        let thread = try await aki.open()
        let post = try await aki.post(in: thread)
        let first = Cast(aki: aki, ben: ben, mio: mio, thread: thread, post: post)
        var second = first
        second.aki = try await board.member(with: aki.token, on: server)
        second.ben = try await board.member(with: ben.token, on: server)
        second.mio = try await board.member(with: mio.token, on: server)
        return [first, second]
    }
}
