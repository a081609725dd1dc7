import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("A serving process comes and goes", .needsDatabase, .enabled(if: TestBoard.hasShell))
struct ServerTests {
    @Test("Asked to go, it answers the writes under way, says 1001 to all, and exits 0")
    func drain() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let written = try await board.withServerProcess { process in
                let writer = try await process.member(with: aki.token)
                let idle = try await process.client()
                _ = try await idle.hello
                var writes: [Task<CreatePost.Reply, any Error>] = []
                for number in 0..<60 {
                    writes.append(
                        await writer.client.begin(CreatePost(threadId: thread.id, body: "\(number)")))
                }
                _ = try await writes[0].value
                async let end = process.stop()
                #expect(try await idle.ended().closeCode == 1001)
                #expect(try await writer.client.ended().closeCode == 1001)
                #expect(try await end.exitCode == 0)
                return await Self.written(by: writes)
            }
            // Whatever happened was answered: what is there was acknowledged, and the other way round.
            let there = try await board.connected().all(ListPosts(threadId: thread.id, limit: 100))
            #expect(Set(there.map(\.id)) == written)
        }
    }

    private static func written(by writes: [Task<CreatePost.Reply, any Error>]) async -> Set<PostID> {
        var written: Set<PostID> = []
        for write in writes {
            switch await write.result {
            case .success(let reply): written.insert(reply.post.id)
            case .failure(let refusal as Refusal): #expect(refusal.reason == .unavailable)
            case .failure(let error): #expect(error is ConnectionLost, "\(error)")
            }
        }
        return written
    }

    @Test("Two of them on one database are heard of by each other's clients")
    func twoProcesses() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let follower = try await board.follow(thread.id)
            try await board.withServerProcess { process in
                let there = try await process.member(with: aki.token)
                try await there.posts(50, in: thread)
                try await board.expectConverges(follower)
            }
            #expect(await follower.gaps == 0)
        }
    }

    // MARK: Killed

    /// A post that somebody sent, and whether the server said that it is there.
    private struct Sent: Sendable {
        var token: String
        var key: String
        var id: PostID?
    }

    @Test("Killed in a storm of writers, it has lost nothing it acknowledged, and keys make repeats harmless")
    func killed() async throws {
        try await TestBoard.run { board in
            let thread = try await board.quickMember("owner").open()
            let members = try await board.quickMembers((1...6).map { "writer\($0)" })
            let sent = try await board.withServerProcess { process in
                try await Self.storm(process, thread.id, members.map(\.token), answersUntilCrash: 300)
            }
            let acknowledged = Set(sent.compactMap(\.id))
            #expect(acknowledged.count >= 300)
            #expect(acknowledged.count < sent.count, "nothing was under way when the server died")

            // On a server that goes on, everybody repeats what was not answered.
            var ids = acknowledged
            for member in members {
                let writer = try await board.member(with: member.token)
                for post in sent where post.token == member.token {
                    let request = CreatePost(threadId: thread.id, body: post.key, clientKey: post.key)
                    let id = try await writer.send(request).post.id
                    if let known = post.id { #expect(id == known) }
                    ids.insert(id)
                }
            }
            let there = try await board.connected().all(ListPosts(threadId: thread.id, limit: 100))
            #expect(there.count == sent.count)
            #expect(Set(there.compactMap(\.body)) == Set(sent.map(\.key)))
            #expect(Set(there.map(\.id)) == ids)
            try await board.expectExactCounts()
        }
    }

    /// Has all of them post at once, kills the server in the midst of it, and says who sent what.
    private static func storm(
        _ process: ServerProcess, _ thread: ThreadID, _ tokens: [String], answersUntilCrash: Int
    ) async throws -> [Sent] {
        let (progress, tell) = AsyncStream.makeStream(of: Void.self)
        return try await withThrowingTaskGroup(of: [Sent].self) { group in
            for token in tokens {
                let writer = try await process.member(with: token)
                group.addTask { await Self.storm(writer, thread) { tell.yield() } }
            }
            var answers = 0
            for await _ in progress {
                answers += 1
                if answers == answersUntilCrash { break }
            }
            try await process.crash()
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    /// Posts, some at a time, until the connection is lost.
    private static func storm(
        _ writer: TestMember, _ thread: ThreadID, answered: @escaping @Sendable () -> Void
    ) async -> [Sent] {
        var sent: [Sent] = []
        while true {
            let first = sent.count
            var replies: [Task<CreatePost.Reply, any Error>] = []
            for number in first..<first + 10 {
                let key = "\(writer.account.name)/\(number)"
                sent.append(Sent(token: writer.token, key: key))
                replies.append(
                    await writer.client.begin(CreatePost(threadId: thread, body: key, clientKey: key)))
            }
            var isLost = false
            for (offset, reply) in replies.enumerated() {
                switch await reply.result {
                case .success(let reply):
                    sent[first + offset].id = reply.post.id
                    answered()
                case .failure:
                    isLost = true
                }
            }
            if isLost { return sent }
        }
    }
}
