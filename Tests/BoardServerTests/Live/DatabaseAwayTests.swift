import BoardClient
import BoardClientLinux
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("While the database is away", .needsDatabase)
struct DatabaseAwayTests {
    /// Cuts the database off, and waits until the server has noticed.
    private static func cut(_ board: TestBoard, noticedBy client: TestClient) async throws {
        try await board.database.cut()
        let isAway = try await eventually {
            do {
                try await client.send(ListThreads())
                return false
            } catch let refusal as Refusal {
                return refusal.reason == .unavailable
            }
        }
        try #require(isAway)
    }

    /// Waits until the member can write and read again; either comes back by itself.
    private static func isBack(_ member: TestMember, in thread: ThreadSummary) async throws -> Bool {
        try await eventually {
            do {
                try await member.post("Back", in: thread)
                try await member.send(ListPosts(threadId: thread.id))
                return true
            } catch let refusal as Refusal where refusal.reason == .unavailable {
                return false
            }
        }
    }

    @Test("Requests are refused with when to try again, connections stay, and afterwards all goes on")
    func refused() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let guest = try await board.client()
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let follower = try await board.follow(thread.id)
            let watcher = try await board.client()
            try await watcher.send(WatchCounts(threadIds: [thread.id]))
            try await Self.cut(board, noticedBy: guest)
            let requests: [any BoardRequest] = [
                GetThread(threadId: thread.id), ListPosts(threadId: thread.id), GetPost(postId: post.id),
                CreatePost(threadId: thread.id, body: "x"), EditPost(postId: post.id, body: "x"),
                DeletePost(postId: post.id), CreateThread(title: "x"), AddBlock(accountId: aki.id),
                ListBlocks(),
                JoinThread(threadId: thread.id), WatchCounts(threadIds: [thread.id]),
                LogIn(name: "aki", password: TestMember.password),
            ]
            for request in requests {
                let refusal = try await aki.client.refusal(of: request)
                #expect(refusal.reason == .unavailable, "\(request): \(refusal)")
                #expect(refusal.retryAfterMs ?? 0 > 0)
            }
            // What needs no row is answered as ever.
            try await aki.send(Ping())
            #expect(try await guest.refusal(of: CreateThread(title: "x")).reason == .loginRequired)
            let newcomer = try await board.client()
            #expect(try await newcomer.hello.session == .init(role: .guest))
            let atTheDoor = await #expect(throws: ConnectionRefused.self) {
                try await board.client(token: aki.token)
            }
            #expect(atTheDoor?.status == 503)

            try await board.database.mend()
            try #require(try await Self.isBack(aki, in: thread))
            let last = try await aki.post("All is well.", in: thread)
            try await board.expectConverges(follower)
            #expect(await follower.gaps == 0)
            try await watcher.next(\.countsChanged) { $0.counts.contains { $0.seq == last.seq } }
            #expect(try await newcomer.send(ListPosts(threadId: thread.id)).seq == last.seq)
            try await board.expectExactCounts()
        }
    }

    @Test("A write that was acknowledged is there afterwards; the same key again settles the others")
    func acknowledged() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            var replies: [Task<CreatePost.Reply, any Error>] = []
            for number in 0..<200 {
                let request = CreatePost(threadId: thread.id, body: "\(number)", clientKey: "\(number)")
                replies.append(await aki.client.begin(request))
            }
            try await board.database.cut()
            var acknowledged: [String: PostID] = [:]
            for reply in replies {
                do {
                    let post = try await reply.value.post
                    acknowledged[post.body ?? ""] = post.id
                } catch let refusal as Refusal {
                    #expect(refusal.reason == .unavailable)
                }
            }
            try await board.database.mend()
            let isBack = try await eventually { (try? await aki.thread(thread.id)) != nil }
            try #require(isBack)
            for number in 0..<200 {
                let request = CreatePost(threadId: thread.id, body: "\(number)", clientKey: "\(number)")
                var post: Post?
                let isTaken = try await eventually {
                    post = try? await aki.send(request).post
                    return post != nil
                }
                #expect(isTaken && post?.body == "\(number)")
                if let id = acknowledged["\(number)"] { #expect(post?.id == id) }
            }
            #expect(try await aki.thread(thread.id).postCount == 200)
            try await board.expectExactCounts()
        }
    }

    @Test("A server that starts without it listens, greets without an epoch, and serves once it is there")
    func start() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await board.stop()
            try await board.database.cut()
            try await board.start()
            let guest = try await board.client()
            #expect(try await guest.hello.epoch == nil)
            #expect(try await guest.refusal(of: ListThreads()).reason == .unavailable)
            try await board.database.mend()
            let isBack = try await eventually {
                (try? await guest.send(JoinThread(threadId: thread.id))) != nil
            }
            #expect(isBack)
            let again = try await board.member(with: aki.token)
            // Reading may be back a moment before writing is.
            let isWritable = try await eventually { (try? await again.post(in: thread)) != nil }
            #expect(isWritable)
            #expect(try await guest.next(\.threadChanged).changes.count == 1)
        }
    }

    @Test("Cut again and again while members write, it loses nothing of what it told")
    func again() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let follower = try await board.follow(thread.id)
            for round in 0..<5 {
                for number in 0..<10 {
                    _ = await aki.client.begin(CreatePost(threadId: thread.id, body: "\(number)"))
                }
                try await board.sql(
                    """
                    select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and pid <> pg_backend_pid()
                    """)
                try #require(try await Self.isBack(aki, in: thread), "after cut \(round)")
            }
            try await board.expectConverges(follower)
            #expect(await follower.gaps == 0)
            try await board.expectExactCounts()
        }
    }
}
