import BoardProtocol
import BoardServer
import BoardTestSupport
import Testing

@Suite("Handshakes as only some programs write them", .needsDatabase)
struct OddHandshakesTests {
    private struct Case {
        var about: String
        var start = "GET /ws HTTP/1.1"
        var headers = [
            "Host: localhost", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        var statuses: Set<Int>

        init(
            _ about: String, _ statuses: Set<Int>, _ start: String? = nil, _ changes: [String: String?] = [:],
            adding: [String] = []
        ) {
            self.about = about
            self.statuses = statuses
            if let start { self.start = start }
            headers =
                headers.compactMap { line in
                    let name = String(line.prefix { $0 != ":" })
                    guard let change = changes[name] else { return line }
                    return change
                } + adding
        }

        var text: String { ([start] + headers).joined(separator: "\r\n") + "\r\n\r\n" }
    }

    private static let cases = [
        Case("as usual", [101]),
        Case(
            "names in lower case", [101], nil,
            [
                "Upgrade": "upgrade: websocket", "Connection": "connection: upgrade",
                "Sec-WebSocket-Version": "sec-websocket-version: 13",
                "Sec-WebSocket-Key": "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==",
            ]),
        Case(
            "names in upper case", [101], nil,
            [
                "Upgrade": "UPGRADE: WEBSOCKET", "Connection": "CONNECTION: UPGRADE",
            ]),
        Case("a list of connection options", [101], nil, ["Connection": "Connection: keep-alive, Upgrade"]),
        Case("a list without spaces", [101], nil, ["Connection": "Connection: keep-alive,Upgrade"]),
        Case("no space behind the colon", [101], nil, ["Upgrade": "Upgrade:websocket"]),
        Case("spaces before", [101], nil, ["Upgrade": "Upgrade:   websocket"]),
        Case("a query", [101], "GET /ws?a=1&b=%E3%81%82 HTTP/1.1"),
        Case("an empty query", [101], "GET /ws? HTTP/1.1"),
        Case("several subprotocols", [101], adding: ["Sec-WebSocket-Protocol: a, keijiban.v1, b"]),
        Case(
            "subprotocols on two lines", [101, 400],
            adding: [
                "Sec-WebSocket-Protocol: a", "Sec-WebSocket-Protocol: keijiban.v1",
            ]),
        Case("an extension that nobody knows", [101], adding: ["Sec-WebSocket-Extensions: x-nothing; a=1"]),
        Case("another version", [400, 426], nil, ["Sec-WebSocket-Version": "Sec-WebSocket-Version: 8"]),
        Case("no version", [400, 426], nil, ["Sec-WebSocket-Version": nil]),
        Case("no key", [400], nil, ["Sec-WebSocket-Key": nil]),
        Case("no upgrade", [400, 426], nil, ["Upgrade": nil]),
        Case("an upgrade to something else", [400, 404, 426], nil, ["Upgrade": "Upgrade: h2c"]),
        Case("no connection option", [400, 426], nil, ["Connection": nil]),
        Case("POST", [400, 405, 411], "POST /ws HTTP/1.1"),
        Case("HTTP/1.0", [400], "GET /ws HTTP/1.0"),
        Case("no host", [400], nil, ["Host": nil]),
        Case("elsewhere", [404], "GET /ws/ HTTP/1.1"),
        Case("elsewhere by case", [404], "GET /WS HTTP/1.1"),
        Case("above", [400, 404], "GET /../ws HTTP/1.1"),
        Case(
            "two origins, of which one is our own", [400, 403],
            adding: [
                "Origin: http://localhost", "Origin: https://evil.example",
            ]),
        Case(
            "two origins, ours last", [400, 403],
            adding: [
                "Origin: https://evil.example", "Origin: http://localhost",
            ]),
    ]

    @Test("What is legal is served, what is not is told so")
    func cases() async throws {
        try await TestBoard.run { board in
            for wanted in Self.cases {
                let status = try await RawSocket.talk(to: board.port) { try $0.ask(wanted.text).status }
                #expect(wanted.statuses.contains(status), "\(wanted.about): \(status)")
            }
            #expect(try await board.connected().send(Ping()).time.milliseconds > 0)
        }
    }

    private static let otherOrigins = [
        "null", "NULL", "", "localhost", "http:localhost", "http://localhost.", "http://localhost:+80",
        "http://localhost:080", "http://localhost:0", "http://localhost:", "http://localhost/",
        "http://localhost#", "http://localhost?", "http://user@localhost",
        "http://localhost@evil.example",
        "http://localhost\\.evil.example", "http://localhost%2e", "http://127.0.0.1", "http://[::1]",
        "http://[::ffff:127.0.0.1]", "http://xn--localhost-", "https://localhost", "ws://localhost",
        "file://", "http://localhost http://evil.example", "http://evil.example, http://localhost",
    ]

    @Test("A page whose origin is only like the server's is another's")
    func others() async throws {
        try await TestBoard.run { board in
            for origin in Self.otherOrigins {
                let reply = try await board.handshake(["Host": "localhost", "Origin": origin])
                #expect(reply.status == 403, "\(origin)")
            }
        }
    }

    @Test("The server's own page is so in other letters, and with the port that the scheme has anyway")
    func own() async throws {
        try await TestBoard.run { board in
            for (host, origin) in [
                ("localhost", "http://localhost"), ("LOCALHOST", "http://localhost"),
                ("localhost", "HTTP://LocalHost"), ("localhost", "http://localhost:80"),
                ("localhost:80", "http://localhost"), ("[::1]:8080", "http://[::1]:8080"),
                ("xn--n8j.example", "http://xn--n8j.example"),
            ] {
                let reply = try await board.handshake(["Host": host, "Origin": origin])
                #expect(reply.status == 101, "\(host) \(origin)")
            }
        }
    }
}
