import BoardClient
import BoardProtocol
import BoardServer
import BoardTestSupport
import Testing

@Suite("Rates are limited by account and by address, across processes", .needsDatabase)
struct RatesTests {
    @Test(
        "A new member posts three at once; the next one is told how long to wait, whichever process is asked")
    func posts() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let second = try await board.secondServer()
            let aki = try await board.quickMember("aki")
            let elsewhere = try await board.member(with: aki.token, on: second)
            let thread = try await aki.open()
            for number in 0..<3 { try await aki.post("\(number)", in: thread) }
            for member in [aki, elsewhere] {
                let refusal = try await member.client.refusal(
                    of: CreatePost(threadId: thread.id, body: "more"))
                #expect(refusal.reason == .rateLimited)
                let wait = try #require(refusal.retryAfterMs)
                #expect(wait > 0 && wait <= 6_000)
            }
            // What the database counts as waited for is waited for.
            try await board.sql("update rates set due_at = due_at - interval '6 s'")
            try await elsewhere.post("later", in: thread)
            #expect(try await aki.thread(thread.id).postCount == 4)
        }
    }

    @Test("A member of more than a day posts five at once; a known clientKey takes no turn")
    func posting() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let aki = try await board.quickMember("aki")
            try await board.sql("update accounts set created_at = now() - interval '2 days'")
            let thread = try await aki.open()
            let once = CreatePost(threadId: thread.id, body: "once", clientKey: "k")
            let first = try await aki.send(once).post
            for number in 0..<4 { try await aki.post("\(number)", in: thread) }
            #expect(
                try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x")).reason
                    == .rateLimited)
            #expect(try await aki.send(once).post.id == first.id)
        }
    }

    @Test("Three threads at once, twenty likes at once, and no more")
    func others() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let members = try await board.quickMembers(["aki", "ben"])
            let thread = try await members[0].open()
            for _ in 0..<2 { try await members[0].open() }
            #expect(try await members[0].client.refusal(of: CreateThread(title: "x")).reason == .rateLimited)
            let post = try await members[0].post(in: thread)
            // On a slow machine some turns come back meanwhile.
            var refusals: [Refusal] = []
            for _ in 0..<200 where refusals.isEmpty {
                do {
                    try await members[1].send(LikePost(postId: post.id))
                    try await members[1].send(UnlikePost(postId: post.id))
                } catch let refusal as Refusal { refusals.append(refusal) }
            }
            #expect(refusals.first?.reason == .rateLimited && refusals.first?.retryAfterMs != nil)
            // Withdrawing is never refused for its pace.
            try await members[1].send(UnlikePost(postId: post.id))
        }
    }

    @Test("Five log-ins a minute for a name, whether or not there is such a name")
    func logIns() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            _ = try await board.quickMember("aki")
            let client = try await board.client()
            for name in ["aki", "nobody"] {
                for _ in 0..<5 {
                    let refusal = try await client.refusal(of: LogIn(name: name, password: "wrong horse"))
                    #expect(refusal.reason == .badCredentials)
                }
                let refusal = try await client.refusal(of: LogIn(name: name, password: "wrong horse"))
                #expect(refusal.reason == .rateLimited && refusal.retryAfterMs != nil)
            }
        }
    }

    @Test("Two hundred reads at once, then one in 20 ms")
    func reads() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let guest = try await board.client()
            var replies: [Task<ListThreads.Reply, any Error>] = []
            for _ in 0..<400 { replies.append(await guest.begin(ListThreads())) }
            var refusals: [Refusal] = []
            for reply in replies {
                do { _ = try await reply.value } catch let refusal as Refusal { refusals.append(refusal) }
            }
            #expect(!refusals.isEmpty && refusals.count <= 200)
            #expect(refusals.allSatisfy { $0.reason == .rateLimited && ($0.retryAfterMs ?? 0) > 0 })
        }
    }

    @Test("Reads count at every process")
    func readsElsewhere() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let second = try await board.secondServer()
            let here = try await board.quickMember("aki")
            let there = try await board.member(with: here.token, on: second)
            var replies: [Task<Ping.Reply, any Error>] = []
            for _ in 0..<300 { replies.append(await here.client.begin(Ping())) }
            for reply in replies { _ = try? await reply.value }
            // What was read there is told here within moments; meanwhile turns come back.
            let isRefused = try await eventually {
                var refused = false
                for _ in 0..<25 where !refused {
                    do { try await there.send(Ping()) } catch is Refusal { refused = true }
                    if !refused { _ = try? await here.send(Ping()) }
                }
                return refused
            }
            #expect(isRefused)
        }
    }

    @Test("Connections count at every process")
    func connectionsElsewhere() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let second = try await board.secondServer()
            for _ in 0..<60 { _ = try await board.client() }
            var admitted: [TestClient] = []
            // The other process hears of it within moments.
            let isClosed = try await eventually {
                let client = try await board.client(on: second)
                guard (try? await client.send(Ping())) != nil else { return true }
                admitted.append(client)
                return false
            }
            #expect(isClosed && admitted.count <= 100)
            #expect(try await admitted[0].send(Ping()).time.milliseconds > 0)
        }
    }
}
