import BoardClient
import BoardClientLinux
import BoardProtocol
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("What plain HTTP is answered", .needsDatabase)
struct DoorHTTPTests {
    @Test("Healthy while the process serves, ready while the database is there")
    func health() async throws {
        try await TestBoard.run { board in
            let healthy = try await board.request("GET", "/healthz")
            #expect(healthy.status == 200)
            #expect(healthy.headers["content-type"]?.hasPrefix("application/json") == true)
            #expect(try await isReady(board))
            try await board.database.cut()
            #expect(try await eventually { try await board.request("GET", "/readyz").status == 503 })
            let away = try await board.request("GET", "/readyz")
            #expect(away.headers["retry-after"] != nil)
            #expect(try JSONReader.read(Array(away.body.utf8))["reason"] == "unavailable")
            #expect(try await board.request("GET", "/healthz").status == 200)
            try await board.database.mend()
            #expect(try await isReady(board))
        }
    }

    private func isReady(_ board: TestBoard) async throws -> Bool {
        try await eventually { try await board.request("GET", "/readyz").status == 200 }
    }

    @Test("All else is an error in JSON with the right status")
    func errors() async throws {
        try await TestBoard.run { board in
            let cases = [
                ("GET", "/nothing", 404, "notFound"), ("GET", "/healthz/", 404, "notFound"),
                ("GET", "/../etc/passwd", 404, "notFound"), ("POST", "/healthz", 411, "lengthRequired"),
                ("DELETE", "/readyz", 405, "methodNotAllowed"), ("PUT", "/", 411, "lengthRequired"),
            ]
            for (method, path, status, reason) in cases {
                let reply = try await board.request(method, path)
                #expect(reply.status == status, "\(method) \(path)")
                guard reply.status == status else { continue }
                let body = try JSONReader.read(Array(reply.body.utf8))
                #expect(body["reason"]?.string == reason, "\(method) \(path)")
                #expect(body["message"]?.string?.isEmpty == false, "\(method) \(path)")
            }
        }
    }

    @Test("HEAD works where GET does, without a body", arguments: ["/healthz", "/readyz", "/nothing"])
    func head(_ path: String) async throws {
        try await TestBoard.run { board in
            if path == "/readyz" { #expect(try await isReady(board)) }
            let (get, head) = try await (board.request("GET", path), board.request("HEAD", path))
            #expect(head.status == get.status)
            #expect(head.body.isEmpty)
            #expect(head.headers["content-type"] == get.headers["content-type"])
        }
    }
}

@Suite("Who comes in", .needsDatabase)
struct DoorTests {
    @Test("The subprotocol is echoed when offered, not asked for, and no other is spoken")
    func subprotocol() async throws {
        try await TestBoard.run { board in
            let ours = try await board.handshake(["Sec-WebSocket-Protocol": "other, keijiban.v1"])
            #expect(ours.status == 101)
            #expect(ours.headers["sec-websocket-protocol"] == "keijiban.v1")
            let none = try await board.handshake()
            #expect(none.status == 101)
            #expect(none.headers["sec-websocket-protocol"] == nil)
            #expect(try await board.handshake(["Sec-WebSocket-Protocol": "other.v1"]).status == 400)
        }
    }

    @Test("Compression is declined")
    func compression() async throws {
        try await TestBoard.run { board in
            let reply = try await board.handshake(["Sec-WebSocket-Extensions": "permessage-deflate"])
            #expect(reply.status == 101)
            #expect(reply.headers["sec-websocket-extensions"] == nil)
        }
    }

    @Test("A bad token is 401, in JSON")
    func badToken() async throws {
        try await TestBoard.run { board in
            for value in ["Bearer nonsense", "Bearer", "Bearer ", "Basic YTpi", "nonsense"] {
                let reply = try await board.handshake(["Authorization": value])
                #expect(reply.status == 401, "\(value)")
                #expect(try JSONReader.read(Array(reply.body.utf8))["reason"] == "badCredentials", "\(value)")
            }
            let aki = try await board.quickMember("aki")
            #expect(try await board.handshake(["Authorization": "bearer \(aki.token)"]).status == 101)
        }
    }

    @Test(
        "While the database is away a token cannot be judged: 503, and when to try again; guests are served")
    func databaseAway() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            try await board.database.cut()
            let bearer = ["Authorization": "Bearer \(aki.token)"]
            #expect(try await eventually { try await board.handshake(bearer).status == 503 })
            let reply = try await board.handshake(bearer)
            #expect(reply.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
            let guest = try await board.connected()
            let refusal = try await guest.refusal(of: ListThreads())
            #expect(refusal.reason == .unavailable && refusal.retryAfterMs ?? 0 > 0)
            try await guest.send(Ping())
            try await board.database.mend()
            #expect(try await eventually { try await board.handshake(bearer).status == 101 })
        }
    }

    // MARK: Pages

    @Test("The server's own pages and apps may connect, others get 403")
    func origins() async throws {
        try await TestBoard.run({ $0.origins = ["https://app.example:443"] }) { board in
            let port = try await board.port
            let cases: [(String?, Int)] = [
                (nil, 101), ("http://127.0.0.1:\(port)", 101), ("HTTP://127.0.0.1:\(port)", 101),
                ("https://app.example", 101), ("https://app.example:443", 101), ("null", 403),
                ("http://127.0.0.1", 403), ("http://127.0.0.1:1", 403), ("https://127.0.0.1:\(port)", 403),
                ("http://localhost:\(port)", 403), ("http://app.example", 403), ("https://evil.example", 403),
                ("https://app.example.evil.example", 403),
            ]
            for (origin, status) in cases {
                var headers = ["Host": "127.0.0.1:\(port)"]
                headers["Origin"] = origin
                let reply = try await board.handshake(headers)
                #expect(reply.status == status, "\(origin ?? "none")")
                guard reply.status == 403 else { continue }
                #expect(try JSONReader.read(Array(reply.body.utf8))["reason"] == "forbidden")
            }
        }
    }

    private static let forwarded = [
        "Origin": "https://board.example", "Host": "127.0.0.1:8080", "X-Forwarded-Host": "board.example",
        "X-Forwarded-Proto": "https",
    ]

    @Test("A trusted proxy's word for host and scheme counts")
    func trustedProxy() async throws {
        try await TestBoard.run({ $0.trustedProxies = [Network("127.0.0.0/8")].compactMap(\.self) }) {
            board in
            let secure = try await board.handshake(Self.forwarded)
            #expect(secure.status == 101)
            var plain = Self.forwarded
            plain["X-Forwarded-Proto"] = "http"
            #expect(try await board.handshake(plain).status == 403)
        }
    }

    @Test("Anybody else's does not", arguments: [nil, "10.0.0.0/8"] as [String?])
    func untrustedProxy(_ network: String?) async throws {
        try await TestBoard.run({ $0.trustedProxies = [network.flatMap { Network($0) }].compactMap(\.self) })
        { board in
            let reply = try await board.handshake(Self.forwarded)
            #expect(reply.status == 403)
        }
    }

    // MARK: How many

    @Test("The 101st connection of an address closes with 1008; when one goes, there is room again")
    func limit() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            var clients: [TestClient] = []
            for _ in 0..<100 { clients.append(try await board.connected()) }
            let refused = try await board.client()
            #expect(try await refused.ended().closeCode == 1008)
            try await clients[99].send(Ping())
            try await clients[0].close()
            let isServed = try await eventually {
                let client = try await board.client()
                do {
                    try await client.send(Ping())
                    return true
                } catch {
                    return false
                }
            }
            #expect(isServed)
        }
    }

    @Test("Behind a trusted proxy, the addresses it names are counted")
    func limitBehindProxy() async throws {
        try await TestBoard.run({
            $0.limitsRates = true
            $0.trustedProxies = [Network("127.0.0.1")].compactMap(\.self)
        }) { board in
            for _ in 0..<100 { _ = try await board.connected() }
            let (here, there) = try await (
                board.firstFrames(2, ["X-Forwarded-For": "127.0.0.1"]),
                board.firstFrames(1, ["X-Forwarded-For": "198.51.100.7"])
            )
            #expect(here.last?.closeCode == 1008)
            #expect(there.first?.text.contains(#""method":"hello""#) == true)
        }
    }

    @Test("Without rate limits there is none")
    func noLimit() async throws {
        try await TestBoard.run { board in
            for _ in 0..<130 { _ = try await board.connected() }
            try await board.connected().send(Ping())
        }
    }
}

extension TestBoard {
    func request(_ method: String, _ path: String) async throws -> RawSocket.Reply {
        try await RawSocket.talk(to: port) { try $0.request(method, path) }
    }

    func handshake(_ headers: [String: String] = [:]) async throws -> RawSocket.Reply {
        try await RawSocket.talk(to: port) { try $0.handshake(headers) }
    }

    func firstFrames(_ count: Int, _ headers: [String: String]) async throws -> [RawSocket.WireFrame] {
        try await RawSocket.talk(to: port) { socket in
            _ = try socket.handshake(headers)
            return try (0..<count).map { _ in try socket.next() }
        }
    }
}
