import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Frames that no client of ours would send", .needsDatabase)
struct HostileFramesTests {
    private struct Case {
        var frame: String
        var code: Int64?
        var id: JSON = nil
        var field: String?
    }

    private static let deep = String(repeating: "[", count: 20_000)
    private static let deepClosed =
        #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"#
        + String(repeating: "[", count: 500) + String(repeating: "]", count: 500) + "}}"

    private static let cases: [Case] = [
        // Not JSON: the connection stays open.
        Case(frame: "{", code: -32700), Case(frame: "nul", code: -32700), Case(frame: "{}{}", code: -32700),
        Case(frame: "{} x", code: -32700), Case(frame: "{'a':1}", code: -32700),
        Case(frame: "{\"a\":01}", code: -32700),
        Case(frame: "\u{FEFF}{}", code: -32700), Case(frame: " ", code: -32700),
        Case(frame: "{\"a\":\"\t\"}", code: -32700), Case(frame: "[1,]", code: -32700),
        Case(frame: "{\"a\":NaN}", code: -32700), Case(frame: deep, code: -32700),
        Case(frame: deepClosed, code: -32700),
        Case(frame: #"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, code: -32700),
        Case(frame: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"\u0061":2}}"#, code: -32700),
        // JSON, but no request.
        Case(frame: "null", code: -32600), Case(frame: "7", code: -32600),
        Case(frame: "\"ping\"", code: -32600),
        Case(frame: "[]", code: -32600), Case(frame: "{}", code: -32600),
        Case(frame: #"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, code: -32600),
        Case(frame: #"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, code: -32600),
        Case(frame: #"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, code: -32600),
        Case(frame: #"{"jsonrpc":"2.0","id":true,"method":"ping"}"#, code: -32600),
        Case(frame: #"{"jsonrpc":"2.0","id":[1],"method":"ping"}"#, code: -32600),
        Case(frame: #"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, code: -32600),
        Case(frame: #"{"jsonrpc":"2.0","id":5,"method":5}"#, code: -32600, id: 5),
        Case(frame: #"{"jsonrpc":"2.0","id":5}"#, code: -32600, id: 5),
        Case(frame: #"{"jsonrpc":"1.0","id":"a","method":"ping"}"#, code: -32600, id: "a"),
        Case(frame: #"{"jsonrpc":2.0,"id":5,"method":"ping"}"#, code: -32600, id: 5),
        Case(frame: #"{"id":5,"method":"ping"}"#, code: -32600, id: 5),
        // Requests that cannot be carried out.
        Case(frame: #"{"jsonrpc":"2.0","id":6,"method":"nope"}"#, code: -32601, id: 6),
        Case(frame: #"{"jsonrpc":"2.0","id":6,"method":""}"#, code: -32601, id: 6),
        Case(frame: #"{"jsonrpc":"2.0","id":6,"method":"Ping"}"#, code: -32601, id: 6),
        Case(frame: #"{"jsonrpc":"2.0","id":6,"method":"rpc.discover"}"#, code: -32601, id: 6),
        Case(frame: #"{"jsonrpc":"2.0","id":6,"method":"ping","params":[]}"#, code: -32602, id: 6),
        Case(frame: #"{"jsonrpc":"2.0","id":6,"method":"ping","params":null}"#, code: -32602, id: 6),
        Case(frame: #"{"jsonrpc":"2.0","id":6,"method":"ping","params":"x"}"#, code: -32602, id: 6),
        Case(
            frame: #"{"jsonrpc":"2.0","id":6,"method":"thread.get","params":{"threadId":1}}"#, code: -32602,
            id: 6,
            field: "threadId"),
        Case(
            frame: #"{"jsonrpc":"2.0","id":6,"method":"thread.list","params":{"limit":1e2}}"#, code: -32602,
            id: 6,
            field: "limit"),
        // Half a character is the fault of the parameter that holds it.
        Case(
            frame:
                #"{"jsonrpc":"2.0","id":7,"method":"session.login","params":{"name":"a\ud800b","password":"x"}}"#,
            code: -32602, id: 7, field: "name"),
        Case(
            frame:
                #"{"jsonrpc":"2.0","id":7,"method":"session.login","params":{"name":"a","password":"\udc00"}}"#,
            code: -32602, id: 7, field: "password"),
        Case(
            frame: #"{"jsonrpc":"2.0","id":7,"method":"ping","params":{"meta":{"a":["\ud83c\ud83c"]}}}"#,
            code: -32602,
            id: 7, field: "meta"),
        Case(frame: #"{"jsonrpc":"2.0","id":"\ud800","method":"ping"}"#, code: -32700),
        // All right, however odd.
        Case(frame: #"{"jsonrpc":"2.0","id":"s","method":"ping"}"#, code: nil, id: "s"),
        Case(frame: #"{"jsonrpc":"2.0","id":"","method":"ping"}"#, code: nil, id: ""),
        Case(frame: #"{"jsonrpc":"2.0","id":0,"method":"ping","params":{}}"#, code: nil, id: 0),
        Case(
            frame: #"{"jsonrpc":"2.0","id":-9,"method":"ping","params":{"unknown":[1]},"extra":1}"#,
            code: nil, id: -9),
        Case(
            frame: " \n{\"method\":\"ping\",\"id\":9007199254740991,\"jsonrpc\":\"2.0\"}\t", code: nil,
            id: 9_007_199_254_740_991),
        Case(frame: #"{"jsonrpc":"2.0","id":"\ud83c\udf4e","method":"ping"}"#, code: nil, id: "🍎"),
    ]

    @Test("Each is answered under its id if it has one, with its code, and the connection goes on")
    func answers() async throws {
        try await TestBoard.run { board in
            let client = try await board.wire()
            for wanted in Self.cases {
                let answer = try await client.answer(toFrame: wanted.frame)
                let frame = wanted.frame.prefix(200)
                #expect(answer["id"] == wanted.id, "\(frame)")
                #expect(answer["error"]?["code"]?.int64 == wanted.code, "\(frame)")
                #expect(answer["error"]?["data"]?["field"]?.string == wanted.field, "\(frame)")
                #expect((answer["result"] == nil) == (wanted.code != nil), "\(frame)")
            }
            #expect(try await client.call("ping")["time"]?.string?.hasSuffix("Z") == true)
        }
    }

    @Test("A request without an id is carried out and not answered, not even with an error")
    func notifications() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let client = try await board.wire(token: aki.token)
            await client.tell("post.create", ["threadId": thread.id.json, "body": "quietly"])
            await client.tell("nope")
            await client.tell("post.create", ["threadId": "x"])
            await client.tell("admin.run", ["command": "lock 1"])
            // The next answer is this one's: nothing was said about those before.
            let posts = try await client.call("post.list", ["threadId": thread.id.json])["posts"]?.array
            #expect(posts?.map { $0["body"]?.string } == ["quietly"])
        }
    }

    @Test("What looks like SQL is a bad id, and the answer tells nothing of what is behind it")
    func silent() async throws {
        try await TestBoard.run { board in
            let refusal = try await board.wire().refusal(of: "thread.get", ["threadId": "1' or '1'='1"])
            #expect(refusal.reason == .invalidParams && refusal.field == "threadId")
            for secret in ["select", "sources/", "swift", "postgres"] {
                #expect(!refusal.message.lowercased().contains(secret))
            }
        }
    }

    // MARK: Below JSON

    private func code(
        after send: @escaping @Sendable (RawSocket) throws -> Void, on board: TestBoard
    ) async throws -> Int {
        try await RawSocket.talk(to: board.port) { socket in
            guard try socket.handshake().status == 101 else { return -1 }
            _ = try socket.next()
            try send(socket)
            while true {
                let frame = try socket.next()
                if frame.opcode == 8 { return frame.closeCode }
            }
        }
    }

    @Test("Binary frames close with 1003, too long ones with 1009, bad UTF-8 with 1007")
    func closes() async throws {
        try await TestBoard.run { board in
            let long = [UInt8](repeating: UInt8(ascii: " "), count: Limits.current.messageBytes + 1)
            let inPieces: @Sendable (RawSocket) throws -> Void = { socket in
                try socket.send(1, Array(long.prefix(2_000)), isFinal: false)
                for _ in 0..<40 { try socket.send(0, Array(long.prefix(2_000)), isFinal: false) }
            }
            let bad: [[UInt8]] = [
                [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE3, 0x81],
            ]
            let binary: [[UInt8]] = [[1, 2, 3], []]
            for bytes in binary {
                let code = try await code(after: { try $0.send(2, bytes) }, on: board)
                #expect(code == 1003, "\(bytes)")
            }
            for bytes in bad {
                let code = try await code(after: { try $0.send(1, bytes) }, on: board)
                #expect(code == 1007, "\(bytes)")
            }
            let whole = try await code(after: { try $0.send(1, long) }, on: board)
            #expect(whole == 1009)
            let pieces = try await code(after: inPieces, on: board)
            #expect(pieces == 1009)
            // Others are none the wiser.
            #expect(try await board.connected().send(ListThreads()).threads.isEmpty)
        }
    }

    @Test("A message of exactly 64 KiB is read, and one in pieces is put together, also within a character")
    func whole() async throws {
        try await TestBoard.run { board in
            let texts = try await RawSocket.talk(to: board.port) { socket -> [String] in
                _ = try socket.handshake()
                _ = try socket.next()
                let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
                try socket.send(
                    ping + String(repeating: " ", count: Limits.current.messageBytes - ping.utf8.count))
                let first = try socket.next().text
                let pieces = Array(#"{"jsonrpc":"2.0","id":"🍎","method":"ping"}"#.utf8)
                let cut = 25
                try socket.send(1, Array(pieces[..<cut]), isFinal: false)
                try socket.send(9, [7])
                try socket.send(0, Array(pieces[cut...]))
                // The pong and the answer may come in either order.
                let both = [try socket.next(), try socket.next()]
                return [first] + both.map { $0.opcode == 10 ? "pong" : $0.text }.sorted()
            }
            #expect(texts[0].contains(#""id":1,"result""#))
            #expect(texts[1] == "pong" || texts[2] == "pong")
            #expect(texts[1...].contains { $0.contains(#""id":"🍎","result""#) })
        }
    }
}
