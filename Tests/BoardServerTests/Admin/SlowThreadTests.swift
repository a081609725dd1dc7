import BoardClient
import BoardProtocol
import BoardSQL
import BoardServer
import BoardTestSupport
import Testing

@Suite("Slow mode", .needsDatabase)
struct SlowThreadTests {
    @Test("Each member posts once in so long a time, and is told how long to wait, which suffices")
    func pace() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            // What was posted before counts as well.
            try await aki.post("Before", in: thread)
            try await mio.audited("slow \(thread.id) 1h")
            let wait = try await retryAfter(aki, thread)
            #expect(wait > 3_590_000 && wait <= 3_600_000)
            try await ben.post(in: thread)
            #expect(try await retryAfter(ben, thread) > 3_590_000)
            // Another thread has its own pace.
            try await aki.post(in: aki.open("Other"))
            try await pass(milliseconds: wait - 1_000, board)
            #expect(1...1_000 ~= (try await retryAfter(aki, thread)))
            try await pass(milliseconds: 1_000, board)
            try await aki.post("Now", in: thread)
            #expect(try await retryAfter(aki, thread) > 3_590_000)
        }
    }

    @Test("Together with the rate limit, what is told suffices for both")
    func withRates() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let (thread, other) = (try await aki.open(), try await aki.open("Other"))
            try await aki.post(in: thread)
            for _ in 0..<2 { try await aki.post(in: other) }
            // One in 6 s after a burst of three, as for a new member; the thread is faster, then slower than that.
            for slow in ["1s", "30s"] {
                try await mio.audited("slow \(thread.id) \(slow)")
                let wait = try await retryAfter(aki, thread)
                #expect(wait > (slow == "1s" ? 3_000 : 25_000) && wait <= (slow == "1s" ? 6_000 : 30_000))
            }
            let wait = try await retryAfter(aki, thread)
            try await pass(milliseconds: wait, board)
            try await board.sql("update rates set due_at = due_at - interval '\(wait) ms'")
            try await aki.post(in: thread)
        }
    }

    @Test("It holds where rates are not limited, within one pipeline, and across servers")
    func atOnce() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let there = try await board.member(with: aki.token, on: second)
            for round in 0..<5 {
                let thread = try await mio.open("\(round)")
                try await mio.audited("slow \(thread.id) 1m")
                var tries: [Task<CreatePost.Reply, any Error>] = []
                for number in 0..<6 {
                    let client = number.isMultiple(of: 3) ? there.client : aki.client
                    tries.append(await client.begin(CreatePost(threadId: thread.id, body: "\(number)")))
                }
                var posted = 0
                for attempt in tries {
                    switch await attempt.result {
                    case .success: posted += 1
                    case .failure(let error):
                        let refusal = error as? Refusal
                        #expect(refusal?.reason == .rateLimited, "\(error)")
                        #expect(1...60_000 ~= (refusal?.retryAfterMs ?? 0))
                    }
                }
                #expect(posted == 1)
                #expect(try await aki.thread(thread.id).postCount == 1)
            }
        }
    }

    @Test("A post that is gone still counts; what was refused does not, and a repeated clientKey is answered")
    func counts() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await mio.open()
            try await mio.audited("slow \(thread.id) 1m")
            let none = CreatePost(threadId: thread.id, body: "x", replyTo: PostID(rawValue: 999))
            #expect(try await aki.client.refusal(of: none).reason == .notFound)
            let once = CreatePost(threadId: thread.id, body: "once", clientKey: "k")
            let post = try await aki.send(once).post
            #expect(try await aki.send(once).post.id == post.id)
            try await aki.send(DeletePost(postId: post.id))
            #expect(try await retryAfter(aki, thread) > 50_000)
            // Everything else goes on as ever.
            let theirs = try await mio.post(in: thread)
            try await aki.send(LikePost(postId: theirs.id))
        }
    }

    @Test("Moderators are not bound; it is switched off again; and every change has its entry")
    func off() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await mio.audited("slow \(thread.id) 30s")
            #expect(try await mio.command("slow \(thread.id) 30s").data["auditId"] == nil)
            for _ in 0..<3 { try await mio.post(in: thread) }
            try await aki.post(in: thread)
            #expect(try await retryAfter(aki, thread) > 0)
            try await mio.audited("slow \(thread.id) OFF")
            for _ in 0..<3 { try await aki.post(in: thread) }
            #expect(try await board.audit().map(\.command) == ["slow 30s", "slow off"])
            #expect(try await aki.refusal(ofCommand: "slow \(thread.id) off").reason == .forbidden)
            #expect(try await mio.refusal(ofCommand: "slow 999 30s").reason == .notFound)
        }
    }

    private func retryAfter(_ member: TestMember, _ thread: ThreadSummary) async throws -> Int {
        let refusal = try await member.client.refusal(of: CreatePost(threadId: thread.id, body: "more"))
        #expect(refusal.reason == .rateLimited)
        return try #require(refusal.retryAfterMs)
    }

    /// What the database counts as waited for is waited for.
    private func pass(milliseconds: Int, _ board: TestBoard) async throws {
        try await board.sql(
            "update thread_authors set last_post_at = last_post_at - interval '\(milliseconds) ms'")
    }
}
