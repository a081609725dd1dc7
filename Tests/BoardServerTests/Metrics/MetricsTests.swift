import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("What the process counts", .needsDatabase)
struct MetricsTests {
    /// The values by series, as the text has them.
    private static func read(_ board: TestBoard) async throws -> [String: Double] {
        let reply = try await board.http("GET", "/metrics")
        try #require(reply.status == 200)
        #expect(reply.headers["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        var values: [String: Double] = [:]
        for line in reply.body.split(separator: "\n") where !line.hasPrefix("#") {
            let end = try #require(line.lastIndex(of: " "))
            #expect(
                values.updateValue(
                    try #require(Double(line[line.index(after: end)...])), forKey: String(line[..<end]))
                    == nil)
        }
        return values
    }

    @Test("Requests by method and outcome, and how long they took")
    func requests() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            for _ in 0..<3 { try await aki.post(in: thread) }
            _ = try await aki.client.refusal(of: GetThread(threadId: ThreadID(rawValue: 99)))
            try await board.rpc("ping")
            let values = try await Self.read(board)
            #expect(values[#"keijiban_requests_total{method="post.create",outcome="ok"}"#] == 3)
            #expect(values[#"keijiban_requests_total{method="thread.get",outcome="notFound"}"#] == 1)
            #expect(values[#"keijiban_requests_total{method="ping",outcome="ok"}"#] == 1)
            #expect(values[#"keijiban_request_seconds_count{method="post.create"}"#] == 3)
            #expect(values[#"keijiban_requests_total{method="post.like",outcome="ok"}"#] == 0)
            #expect(try #require(values["keijiban_writer_batch_elements_sum"]) >= 4)
            #expect(try #require(values["keijiban_writer_batch_seconds_count"]) >= 1)
            #expect(try #require(values["keijiban_database_read_seconds_count"]) >= 1)
            #expect(try #require(values["process_start_time_seconds"]) > 1_700_000_000)
            #expect(values[#"keijiban_build_info{version="0.1.0"}"#] == 1)
            #expect(values["keijiban_ready"] == 1)
            #expect(values[#"keijiban_database_connections{use="write"}"#] == 1)
            #expect(values[#"keijiban_database_connections{use="read"}"#] == 2)
        }
    }

    @Test("Connections that are open, that were opened, and how they ended")
    func connections() async throws {
        try await TestBoard.run { board in
            let (aki, guest) = try await (board.quickMember("aki"), board.connected())
            #expect(try await Self.read(board)["keijiban_connections"] == 2)
            try await guest.close()
            try await aki.send(LogOut())
            let again = try await board.quickMember("mio")
            try await board.rpc("session.logout", [:], bearer(again.token))
            try await again.client.ended()
            let isCounted = try await eventually {
                let values = try await Self.read(board)
                return values["keijiban_connections"] == 1
                    && values["keijiban_connections_opened_total"] == 3
                    && values[#"keijiban_connections_closed_total{code="4001"}"#] == 1
                    && values[#"keijiban_connections_closed_total{code="1000"}"#] == 1
            }
            #expect(isCounted)
            // This connection of plain HTTP is one.
            #expect(try #require(try await Self.read(board)["keijiban_http_connections"]) >= 1)
        }
    }

    @Test("HTTP by path and status: what is no path of ours is one of the others")
    func http() async throws {
        try await TestBoard.run { board in
            _ = try await board.http("GET", "/healthz")
            for path in ["/nothing", "/healthz/x", "/%22%7D%201%0Aevil"] {
                #expect(try await board.http("GET", path).status == 404)
            }
            #expect(try await board.http("PUT", "/rpc", body: "{}").status == 405)
            #expect(try await board.handshake(["Authorization": "Bearer x"]).status == 401)
            #expect(try await board.handshake(["Sec-WebSocket-Version": "8"]).status == 426)
            #expect(try await board.handshake().status == 101)
            let values = try await Self.read(board)
            for (path, status, count) in [
                ("/healthz", 200, 1), ("other", 404, 3), ("/rpc", 405, 1), ("/ws", 401, 1), ("/ws", 426, 1),
                ("/ws", 101, 1),
            ] {
                let series = #"keijiban_http_requests_total{path="\#(path)",status="\#(status)"}"#
                #expect(values[series] == Double(count), "\(series)")
            }
        }
    }

    @Test("Live messages by kind")
    func live() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let follower = try await board.follow(thread.id)
            let watcher = try await board.client()
            try await watcher.send(WatchCounts(threadIds: [thread.id]))
            try await aki.post(in: thread)
            try await board.expectConverges(follower)
            try await watcher.next(\.countsChanged)
            let values = try await Self.read(board)
            #expect(try #require(values[#"keijiban_live_messages_total{kind="thread.changed"}"#]) >= 1)
            #expect(try #require(values[#"keijiban_live_messages_total{kind="counts.changed"}"#]) >= 1)
            #expect(try #require(values[#"keijiban_live_bytes_total{kind="thread.changed"}"#]) > 100)
            #expect(try #require(values["keijiban_bus_notifications_total"]) >= 1)
        }
    }

    @Test("What was refused because it came too fast")
    func rates() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let aki = try await board.quickMember("aki")
            for number in 0..<3 { try await aki.send(CreateThread(title: "\(number)")) }
            #expect(try await aki.client.refusal(of: CreateThread(title: "x")).reason == .rateLimited)
            let values = try await Self.read(board)
            #expect(values[#"keijiban_rate_limited_total{kind="writes"}"#] == 1)
            #expect(values[#"keijiban_rate_limited_total{kind="reads"}"#] == 0)
        }
    }

    @Test("Nothing that a client sends makes a series or a line")
    func injection() async throws {
        try await TestBoard.run { board in
            _ = try await Self.read(board)
            let before = Set(try await Self.read(board).keys)
            let names = [
                #"x"} 1"#, "evil\n# TYPE evil counter\nevil 1", "a\\", "カ",
                String(repeating: "x", count: 5_000),
            ]
            for name in names {
                let reply = try await board.rpc(name, [:], ["User-Agent": #"evil"} 1"#])
                #expect(reply.reason == "methodNotFound")
            }
            let reply = try await board.http("GET", "/metrics")
            #expect(!reply.body.contains("evil"))
            let values = try await Self.read(board)
            #expect(values[#"keijiban_requests_total{method="unknown",outcome="methodNotFound"}"#] == 5)
            let new = Set(values.keys).subtracting(before)
            #expect(
                new.allSatisfy { $0.contains(#"method="unknown""#) || $0.contains(#"path="/rpc""#) }, "\(new)"
            )
        }
    }
}

@Suite("Who may read the metrics", .needsDatabase)
struct MetricsAccessTests {
    @Test("This machine, but nobody who is said to be elsewhere")
    func untrusted() async throws {
        try await TestBoard.run { board in
            #expect(try await board.http("GET", "/metrics").status == 200)
            let head = try await board.http("HEAD", "/metrics")
            #expect(head.status == 200 && head.body.isEmpty)
            for header in ["X-Forwarded-For", "X-Real-IP", "Forwarded"] {
                let reply = try await board.http("GET", "/metrics", [header: "127.0.0.1"])
                #expect(reply.status == 403 && reply.reason == "forbidden", "\(header)")
            }
        }
    }

    @Test("Nor on a connection that was used before")
    func keepAlive() async throws {
        try await TestBoard.run { board in
            let port = try await board.port
            let statuses = try await RawSocket.talk(to: port) { socket in
                try ["X-None", "X-Forwarded-For", "X-Real-IP", "Forwarded", "X-None"].map {
                    try socket.request("GET", "/metrics", [$0: "127.0.0.1"]).status
                }
            }
            #expect(statuses == [200, 403, 403, 403, 200])
        }
    }

    @Test("Behind a trusted proxy, whom it names: this machine, and the networks of the setting")
    func trusted() async throws {
        try await TestBoard.run({
            $0.trustedProxies = [Network("127.0.0.1")].compactMap(\.self)
            $0.metricsReaders = [Network("198.51.100.0/24"), Network("2001:db8::/32")].compactMap(\.self)
        }) { board in
            let cases = [
                ("127.0.0.1", 200), ("198.51.100.7", 200), ("2001:db8::7", 200), ("203.0.113.9", 403),
                ("127.0.0.1, 203.0.113.9", 403), ("203.0.113.9, 127.0.0.1", 403), ("unknown", 403),
                ("unknown, 127.0.0.1", 403), ("::1", 200),
            ]
            for (forwarded, status) in cases {
                let reply = try await board.http("GET", "/metrics", ["X-Forwarded-For": forwarded])
                #expect(reply.status == status, "\(forwarded)")
            }
            #expect(try await board.http("GET", "/metrics", ["X-Real-IP": "127.0.0.1"]).status == 403)
            #expect(try await board.http("GET", "/metrics").status == 200)
        }
    }
}
