import BoardClient
import BoardProtocol
import BoardTestSupport
import Glibc
import Testing

@Suite("Idle connections", .needsDatabase, .enabled(if: TestBoard.hasShell), .serialized)
struct IdleConnectionsTests {
    /// As many as both ends can have open, and at most this.
    private static let wanted = 10_000
    private static let fewest = 2_000
    private static let requests = 2_000

    /// Raises what this process may have open to what it may ask for, and says how many connections fit.
    private static func places() -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // The server process inherits the limit; some are for all the rest, and for other tests.
        return min(wanted, max(0, Int(limit.rlim_max) - 2_000))
    }

    @Test("All of ten thousand hear of a change, and a request costs what it cost with a hundred")
    func many() async throws {
        let places = Self.places()
        try #require(places >= Self.fewest, "the limit on open files is too low: \(places) connections")
        try await TestBoard.run { board in
            let writer = try await board.quickMember("aki")
            let thread = try await writer.open()
            try await board.withServerProcess { server in
                let aki = try await server.member(with: writer.token)
                var idle: [TestClient] = []
                func secondsForRequests() async throws -> Double {
                    let before = try server.computedSeconds
                    for _ in 0..<Self.requests / 50 {
                        var replies: [Task<ListPosts.Reply, any Error>] = []
                        for _ in 0..<50 {
                            replies.append(await aki.client.begin(ListPosts(threadId: thread.id)))
                        }
                        for reply in replies { _ = try await reply.value }
                    }
                    return try server.computedSeconds - before
                }
                idle += try await Self.connect(100, to: server, joining: thread)
                _ = try await secondsForRequests()
                let withFew = try await secondsForRequests()
                idle += try await Self.connect(places - 100, to: server, joining: thread)
                let withMany = try await secondsForRequests()
                // The clock of the server's own time ticks a hundred times a second.
                #expect(withMany <= withFew * 3 + 0.05, "\(withFew) s with 100, \(withMany) s with \(places)")

                let post = try await aki.post("To all", in: thread)
                for client in idle {
                    let message = try await client.next(\.threadChanged)
                    #expect(message.from == thread.seq && message.seq == post.seq)
                    #expect(message.changes.map(\.id) == [post.id])
                }
                try await Self.drop(idle, of: server)
            }
        }
    }

    @Test("Closing thousands at once costs for each what it costs with five hundred")
    func closing() async throws {
        let places = Self.places()
        try #require(places >= Self.fewest, "the limit on open files is too low: \(places) connections")
        try await TestBoard.run { board in
            let thread = try await board.quickMember("aki").open()
            try await board.withServerProcess { server in
                func secondsForClosing(_ count: Int) async throws -> Double {
                    let idle = try await Self.connect(count, to: server, joining: thread)
                    let before = try server.computedSeconds
                    #expect(try await board.shell(["epoch", "renew"]).exitCode == 0)
                    for client in idle {
                        #expect(try await client.ended(within: .seconds(120)).closeCode == 1001)
                    }
                    return try server.computedSeconds - before
                }
                let few = try await secondsForClosing(500) / 500
                let many = try await secondsForClosing(places) / Double(places)
                // Of the few, the clock's ticks and what the renewal itself takes are a part.
                #expect(many <= few * 3, "\(few) s each with 500, \(many) s each with \(places)")
            }
        }
    }

    /// That many guests who joined the thread, a hundred at a time.
    private static func connect(
        _ count: Int, to server: ServerProcess, joining thread: ThreadSummary
    ) async throws -> [TestClient] {
        var clients: [TestClient] = []
        while clients.count < count {
            clients += try await withThrowingTaskGroup(of: TestClient.self) { group in
                for _ in 0..<min(100, count - clients.count) {
                    group.addTask {
                        let client = try await server.client()
                        try await client.send(JoinThread(threadId: thread.id))
                        return client
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }
        return clients
    }

    /// Cuts them off, and waits until the server has noticed.
    private static func drop(_ clients: [TestClient], of server: ServerProcess) async throws {
        let before = try server.openFiles
        for client in clients { client.drop() }
        let isNoticed = try await eventually { try server.openFiles <= before - clients.count }
        #expect(isNoticed)
    }
}
