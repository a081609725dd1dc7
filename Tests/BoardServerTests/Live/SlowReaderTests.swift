import BoardClient
import BoardClientLinux
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("A client that does not read", .needsDatabase, .enabled(if: TestBoard.hasShell))
struct SlowReaderTests {
    @Test("It costs the server a bounded amount of memory, and misses nothing once it reads")
    func bounded() async throws {
        try await TestBoard.run { board in
            let writer = try await board.quickMember("aki")
            let thread = try await writer.open()
            try await board.withServerProcess { server in
                let aki = try await server.member(with: writer.token)
                var slow: [TestClient] = []
                for _ in 0..<8 { slow.append(try await server.client()) }
                for client in slow {
                    try await client.send(JoinThread(threadId: thread.id))
                    try await client.send(WatchCounts(all: true))
                    client.transport.hold(true)
                }
                // What is measured from: all queues are full by then.
                try await aki.posts(50, in: thread, body: String(repeating: "x", count: 9_900))
                let before = try server.memory
                let posts = try await aki.posts(500, in: thread, body: String(repeating: "x", count: 9_900))
                // 5 MB for each of eight clients, of which each may have half a MiB in its queue.
                #expect(try server.memory - before < 20_000)
                let last = try #require(posts.last)
                for client in slow { client.transport.hold(false) }
                for client in slow {
                    var (seq, told) = (thread.seq, 0)
                    while seq < last.seq {
                        let message = try await client.next(\.threadChanged)
                        #expect(message.from == seq && message.seq > seq)
                        seq = message.seq
                        told += message.changes.count
                    }
                    #expect(told == 550)
                    let counts = try await client.next(\.countsChanged) {
                        $0.counts.contains { $0.seq == last.seq }
                    }
                    #expect(counts.counts.map(\.postCount) == [.value(550)])
                }
            }
        }
    }

    @Test("A post that was deleted before it was its turn is told as a deletion only")
    func deletedMeanwhile() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let slow = try await board.client()
            try await slow.send(JoinThread(threadId: thread.id))
            slow.transport.hold(true)
            // More than the network takes for somebody who does not read: from here on messages wait.
            try await aki.posts(800, in: thread, body: String(repeating: "x", count: 9_900))
            let secret = try await aki.post("secret", in: thread)
            let edited = try await aki.post("first", in: thread)
            try await aki.send(EditPost(postId: edited.id, body: "second"))
            let deletion = try await aki.send(DeletePost(postId: secret.id))
            slow.transport.hold(false)
            var seq = thread.seq
            while seq < deletion.seq {
                let message = try await slow.next(\.threadChanged)
                #expect(message.from == seq)
                seq = message.seq
                if message.seq >= secret.seq { #expect(message.seq == deletion.seq) }
                for case .live(let post) in message.changes where post.id >= secret.id {
                    #expect(post.id == edited.id && post.body == "second")
                }
            }
        }
    }

    @Test("Of the numbers it gets fewer and newer ones, and the last is exact")
    func counts() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            var threads: [ThreadSummary] = []
            for number in 0..<50 { threads.append(try await aki.open("\(number)")) }
            let slow = try await board.client()
            try await slow.send(WatchCounts(all: true))
            slow.transport.hold(true)
            var seqs: [ThreadID: Int64] = [:]
            for thread in threads { seqs[thread.id] = try await aki.posts(40, in: thread).last?.seq }
            slow.transport.hold(false)
            var held: [ThreadID: Int64] = [:]
            while held != seqs {
                for entry in try await slow.next(\.countsChanged).counts {
                    #expect(entry.seq >= held[entry.threadId] ?? 0)
                    held[entry.threadId] = entry.seq
                }
            }
        }
    }
}
