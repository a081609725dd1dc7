import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Values that are nearly what they should be", .needsDatabase)
struct HostileValuesTests {
    /// As they stand in a frame.
    private static let ids = [
        "7", "-7", "1.0", "1e0", "true", "null", "[]", "{}", #"["1"]"#, #""""#, #"" 1""#, #""1 ""#, #""+1""#,
        #""-1""#, #""-0""#, #""01""#, #""1.0""#, #""1e3""#, #""0x1""#, #""１""#, #""一""#, #""١""#,
        #""1\u0000""#, #""\ud800""#, #""9223372036854775808""#, #""18446744073709551617""#,
        #""99999999999999999999999999999999""#, #""1,2""#, #""1;""#, #""1--""#,
    ]

    @Test("No id but digits, and the parameter is named, wherever an id goes")
    func ids() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            try await aki.post(in: aki.open())
            let wire = try await board.wire(token: aki.token)
            for (method, field, rest) in [
                ("thread.get", "threadId", ""), ("thread.join", "threadId", ""),
                ("post.list", "threadId", ""),
                ("post.get", "postId", ""), ("post.like", "postId", ""), ("block.add", "accountId", ""),
                ("post.create", "threadId", #","body":"x""#),
            ] {
                for id in Self.ids {
                    let answer = try await wire.answer(
                        toFrame:
                            #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{"\#(field)":\#(id)\#(rest)}}"#
                    )
                    let data = answer["error"]?["data"]
                    #expect(data?["reason"] == "invalidParams", "\(method) \(id): \(answer)")
                    #expect(data?["field"]?.string == field, "\(method) \(id)")
                }
            }
            // Whole numbers that nothing has are well formed.
            for id in ["0", "9223372036854775807"] {
                let refusal = try await wire.refusal(of: "thread.get", ["threadId": .string(id)])
                #expect(refusal.reason == .notFound, "\(id)")
            }
        }
    }

    @Test("A limit is a whole number from 1 to 100, however it is not")
    func limits() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            for limit in [
                "0", "-0", "-1", "101", "1.5", "1e400", "-1e400", "1e-400", "9223372036854775807",
                "9223372036854775808", "99999999999999999999999999", #""5""#, "true", "[]", "{}",
            ] {
                let answer = try await wire.answer(
                    toFrame: #"{"jsonrpc":"2.0","id":1,"method":"thread.list","params":{"limit":\#(limit)}}"#)
                #expect(
                    answer["error"]?["data"] == ["reason": "invalidParams", "field": "limit"], "\(limit)")
            }
            #expect(try await wire.call("thread.list", ["limit": 100])["threads"] == [])
            #expect(try await wire.call("thread.list", ["limit": nil])["threads"] == [])
        }
    }

    @Test("A `since` is a number that an answer can have given")
    func sinces() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open().id
            let wire = try await board.wire()
            for since in ["-1", "1.5", "1e400", #""1""#, "true", "9223372036854775808"] {
                let answer = try await wire.answer(
                    toFrame:
                        #"{"jsonrpc":"2.0","id":1,"method":"thread.join","params":{"threadId":"\#(thread)","since":\#(since)}}"#
                )
                #expect(
                    answer["error"]?["data"] == ["reason": "invalidParams", "field": "since"], "\(since)")
            }
            let ahead = try await wire.call(
                "thread.join", ["threadId": thread.json, "since": .number(JSONNumber(Int64.max))])
            #expect(ahead["reset"] == true)
        }
    }

    @Test("The ids of requests: whole numbers come back as they were sent, others are none")
    func requestIds() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            for id in ["1e400", "1.5", "9223372036854775808", "-9223372036854775809", "false", "[]", "{}"] {
                let answer = try await wire.answer(toFrame: #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
                #expect(answer["error"]?["code"] == -32600 && answer["id"] == .null, "\(id): \(answer)")
            }
            for id: Int64 in [0, -1, .max, .min] {
                let answer = try await wire.answer(toFrame: #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#)
                #expect(answer["id"]?.int64 == id && answer["result"] != nil, "\(id): \(answer)")
            }
        }
    }

    @Test("Members that nobody reads may be as odd as JSON allows, and cost nothing")
    func unread() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            let long = String(repeating: "9", count: 20_000)
            for value in [
                "1e400", "-0", "1.0", long, "0." + long, "1e" + long, #""\u0000\uffff""#,
                "[" + String(repeating: "0,", count: 20_000) + "0]",
            ] {
                let answer = try await wire.answer(
                    toFrame: #"{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":\#(value)}}"#)
                #expect(answer["result"]?["time"] != nil, "\(value.prefix(20)): \(answer)")
            }
        }
    }

    @Test(
        "Ten thousand methods that nobody knows, with long names: the process is none the bigger",
        .enabled(if: TestBoard.hasShell))
    func unknownMethods() async throws {
        try await TestBoard.run { board in
            try await board.withServerProcess { server in
                func storm(_ count: Int, _ round: Int) async throws {
                    let wire = WireClient(transport: try await server.transport())
                    for number in 0..<count {
                        let name = "round\(round).\(number)." + String(repeating: "x", count: 4_000)
                        let refusal = try await wire.refusal(of: name)
                        #expect(refusal.reason == .methodNotFound)
                    }
                }
                try await storm(1_000, 0)
                let before = try server.memory
                try await storm(10_000, 1)
                // The names alone are 40 MB.
                #expect(try server.memory - before < 8_000)
                try await server.client().send(Ping())
            }
        }
    }
}
