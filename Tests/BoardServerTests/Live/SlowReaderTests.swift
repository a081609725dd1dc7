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
