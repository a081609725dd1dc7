import BoardClient
import BoardClientLinux
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("A first conversation with a whole server", .needsDatabase)
struct FirstConversationTests {
    @Test("The server greets, and a guest may read but not write")
    func guest() async throws {
        try await TestBoard.run { board in
            let guest = try await board.client()
            let hello = try await guest.hello
            #expect(hello.protocol == "keijiban.v1")
            #expect(hello.session == .init(role: .guest))
            #expect(hello.epoch != nil)
            #expect(hello.limits == .current)
            let page = try await guest.send(ListThreads())
            #expect(page.threads.isEmpty && page.nextCursor == nil)
            let refusal = try await guest.refusal(of: CreateThread(title: "Hello"))
            #expect(refusal.reason == .loginRequired)
        }
    }

    @Test("Who registers may open a thread and post, and is known by the token")
    func member() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            #expect(aki.account.name == "aki" && aki.account.role == .member)
            let thread = try await aki.send(CreateThread(title: "Ramen", category: "food")).thread
            #expect(thread.author == aki.author && thread.postCount == 0)
            let reply = try await aki.send(CreatePost(threadId: thread.id, body: "Where?"))
            #expect(reply.postCount == 1 && reply.seq == thread.seq + 1)
            #expect(reply.post.author == aki.author && reply.post.body == "Where?")

            let again = try await board.member(with: aki.token)
            #expect(again.account == aki.account)
            let page = try await again.send(ListPosts(threadId: thread.id))
            #expect(page.posts == [reply.post] && page.seq == reply.seq && page.postCount == 1)
        }
    }

    @Test("A bad token is refused at the door")
    func badToken() async throws {
        try await TestBoard.run { board in
            let error = await #expect(throws: ConnectionRefused.self) {
                try await board.client(token: "nonsense")
            }
            #expect(error?.status == 401)
        }
    }

    @Test("What is posted reaches those who joined, and the counts those who watch")
    func live() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let ben = try await board.quickMember("ben")
            let thread = try await aki.send(CreateThread(title: "Ramen")).thread
            let watcher = try await board.client()
            #expect(
                try await watcher.send(WatchCounts(threadIds: [thread.id])).counts.map(\.postCount) == [
                    .value(0)
                ])
            let follower = try await board.follow(thread.id, token: aki.token)
            let guest = try await board.follow(thread.id)

            let post = try await ben.send(CreatePost(threadId: thread.id, body: "In Fukuoka.")).post
            try await aki.send(LikePost(postId: post.id))
            let second = try await aki.send(CreatePost(threadId: thread.id, body: "Yes!", replyTo: post.id))
            try await ben.send(EditPost(postId: post.id, body: "In Hakata."))
            try await aki.send(DeletePost(postId: second.post.id))
            let last = try await ben.send(CreatePost(threadId: thread.id, body: "Then Sapporo."))

            let counts = try await watcher.next(\.countsChanged) { $0.counts.contains { $0.seq == last.seq } }
            #expect(counts.counts.map(\.postCount) == [.value(2)])
            try await follower.reach(last.seq)
            #expect(await follower.replica.posts[post.id]?.body == "In Hakata.")
            try await board.expectConverges(follower)
            try await board.expectConverges(guest)
            #expect(await follower.gaps == 0)
        }
    }

    @Test("A second server on the same database hears of what the first one did")
    func twoServers() async throws {
        try await TestBoard.run { board in
            let other = try await board.secondServer()
            let aki = try await board.quickMember("aki", role: .admin)
            let thread = try await aki.send(CreateThread(title: "Ramen")).thread
            let follower = try await board.follow(thread.id, on: other)
            for number in 1...20 {
                try await aki.send(CreatePost(threadId: thread.id, body: "Bowl \(number)"))
            }
            try await board.expectConverges(follower)
        }
    }

    @Test("Draining tells everybody, and what was written is there after a restart")
    func restart() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let thread = try await aki.send(CreateThread(title: "Ramen")).thread
            let follower = try await board.follow(thread.id)
            try await board.stop()
            #expect(try await aki.client.ended().closeCode == 1001)
            await #expect(throws: ConnectionLost.self) { try await aki.send(Ping()) }
            try await board.start()
            let again = try await board.member(with: aki.token)
            try await again.send(CreatePost(threadId: thread.id, body: "Back"))
            try await follower.resume(with: board.client())
            try await board.expectConverges(follower)
            #expect(await follower.resets == 0)
        }
    }

    @Test("Requests in one breath are answered each, and writes take effect in the order sent")
    func pipelined() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.send(CreateThread(title: "Ramen")).thread
            var replies: [Task<CreatePost.Reply, any Error>] = []
            for number in 0..<200 {
                replies.append(
                    await aki.client.begin(CreatePost(threadId: thread.id, body: "Bowl \(number)")))
            }
            let list = await aki.client.begin(ListPosts(threadId: thread.id, limit: 1))
            for (number, reply) in replies.enumerated() {
                #expect(try await reply.value.seq == thread.seq + Int64(number) + 1)
            }
            #expect(try await list.value.postCount == 200)
        }
    }

    @Test("A shell command takes effect on open connections", .enabled(if: TestBoard.hasShell))
    func shell() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let thread = try await aki.send(CreateThread(title: "Ramen")).thread
            let follower = try await board.follow(thread.id)
            let result = try await board.shell(["lock", "\(thread.id)"])
            #expect(result.exitCode == 0, "\(result)")
            try await follower.reach(thread.seq + 1)
            #expect(await follower.replica.thread?.locked == true)
            let refusal = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(refusal.reason == .locked)
            #expect(try await board.shell(["lock"]).exitCode == 2)
        }
    }

    @Test("A client that does not read misses nothing once it does")
    func slowReader() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.send(CreateThread(title: "Ramen")).thread
            let follower = try await board.follow(thread.id)
            await follower.client.transport.hold(true)
            let body = String(repeating: "x", count: 9_000)
            var last: Int64 = 0
            for _ in 0..<20 {
                var replies: [Task<CreatePost.Reply, any Error>] = []
                for _ in 0..<50 {
                    replies.append(await aki.client.begin(CreatePost(threadId: thread.id, body: body)))
                }
                for reply in replies { last = max(last, try await reply.value.seq) }
            }
            await follower.client.transport.hold(false)
            try await follower.reach(last)
            try await board.expectConverges(follower)
            #expect(await follower.gaps == 0)
        }
    }

    @Test("Thousands of connections share one loop")
    func many() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.send(CreateThread(title: "Ramen")).thread
            var guests: [TestClient] = []
            for _ in 0..<2_000 { guests.append(try await board.client()) }
            for guest in guests { try await guest.send(JoinThread(threadId: thread.id)) }
            let post = try await aki.send(CreatePost(threadId: thread.id, body: "All hear it."))
            for guest in guests {
                let change = try await guest.next(\.threadChanged)
                #expect(change.from == thread.seq && change.seq == post.seq)
            }
        }
    }

    @Test("While the database is away, requests are refused; afterwards they go on")
    func databaseAway() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            try await board.database.cut()
            let isAway = try await eventually {
                do {
                    try await aki.send(CreateThread(title: "Now?"))
                    return false
                } catch let refusal as Refusal {
                    return refusal.reason == .unavailable
                }
            }
            #expect(isAway)
            try await board.database.mend()
            let isBack = try await eventually { (try? await aki.send(CreateThread(title: "Now!"))) != nil }
            #expect(isBack)
        }
    }

    @Test("Whatever members do, through two servers, all who follow come to hold the same")
    func converges() async throws {
        let seed = UInt64.random(in: 0 ... .max)
        try await TestBoard.run { board in
            let other = try await board.secondServer()
            var members = try await board.quickMembers(["aki", "ben", "chie"])
            members[2] = try await board.member(with: members[2].token, on: other)
            members.append(try await board.quickMember("dai", role: .moderator))
            let thread = try await members[0].send(CreateThread(title: "Ramen")).thread
            var followers = [
                try await board.follow(thread.id), try await board.follow(thread.id, on: other),
                try await board.follow(thread.id, on: other),
            ]
            for (index, member) in members.enumerated() {
                let server = index.isMultiple(of: 2) ? other : nil
                followers.append(try await board.follow(thread.id, token: member.token, on: server))
            }
            try await withThrowingTaskGroup { group in
                for (index, member) in members.enumerated() {
                    let crowd = Crowd(members: members, thread: thread.id)
                    group.addTask { try await crowd.act(as: member, times: 150, seed: seed &+ UInt64(index)) }
                }
                // Meanwhile one loses its connection again and again.
                for _ in 0..<10 {
                    let client = await followers[1].client
                    client.drop()
                    try await client.ended()
                    try await followers[1].resume(with: board.client(on: other))
                }
                try await group.waitForAll()
            }
            for follower in followers { try await board.expectConverges(follower, "seed \(seed)") }
        }
    }
}

/// Members who do at random what members do.
private struct Crowd: Sendable {
    let members: [TestMember]
    let thread: ThreadID

    func act(as member: TestMember, times: Int, seed: UInt64) async throws {
        var chance = Chance(state: seed)
        for step in 0..<times {
            do {
                try await act(as: member, step, &chance)
            } catch let refusal as Refusal where refusal.reason != .internalError {
                // Refused is what much of this should be.
            }
        }
    }

    private func act(as member: TestMember, _ step: Int, _ chance: inout Chance) async throws {
        let list = ListPosts(threadId: thread, limit: 10)
        switch Int.random(in: 0..<20, using: &chance) {
        case 0..<8:
            try await member.send(CreatePost(threadId: thread, body: "\(member.account.name) \(step)"))
        case 8..<11:
            guard let post = try await member.send(list).posts.randomElement(using: &chance) else { return }
            try await member.send(LikePost(postId: post.id))
        case 11:
            guard let post = try await member.send(list).posts.randomElement(using: &chance) else { return }
            try await member.send(UnlikePost(postId: post.id))
        case 12, 13:
            guard let post = try await member.send(list).posts.randomElement(using: &chance) else { return }
            try await member.send(EditPost(postId: post.id, body: "edited \(step)"))
        case 14, 15:
            guard let post = try await member.send(list).posts.randomElement(using: &chance) else { return }
            try await member.send(DeletePost(postId: post.id))
        case 16:
            try await member.send(AddBlock(accountId: members.randomElement(using: &chance)?.id ?? member.id))
        case 17:
            try await member.send(
                RemoveBlock(accountId: members.randomElement(using: &chance)?.id ?? member.id))
        case 18:
            try await member.send(RenameThread(threadId: thread, title: "Ramen \(step)"))
        default:
            let command = Bool.random(using: &chance) ? "lock" : "unlock"
            try await member.send(RunCommand(args: [command, "\(thread)"]))
        }
    }
}

/// SplitMix64: the same seed gives the same numbers.
private struct Chance: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }
}
