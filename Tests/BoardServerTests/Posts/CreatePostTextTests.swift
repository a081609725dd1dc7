import BoardProtocol
import BoardTestSupport
import Testing

@Suite("What a new post may say", .needsDatabase)
struct CreatePostTextTests {
    @Test("A text is kept, without the white space around it and in normal form C")
    func text() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            for (sent, kept) in [
                ("おすすめは？👨‍👩‍👧‍👦🍜🇯🇵", "おすすめは？👨‍👩‍👧‍👦🍜🇯🇵"),
                ("か\u{3099}", "が"), ("e\u{301}", "é"),
                (" \n\t two\n\tlines \n", "two\n\tlines"), ("\u{3000}全角\u{3000}", "全角"), ("a\r\nb", "a\nb"),
                ("<b>&amp;</b> 'x' \"y\" \\ \u{2028}z", "<b>&amp;</b> 'x' \"y\" \\ \u{2028}z"),
                ("שלום, مرحبا", "שלום, مرحبا"),
            ] {
                let post = try await aki.post(sent, in: thread)
                #expect(post.body.map { Array($0.utf8) } == Array(kept.utf8))
                #expect(try await aki.send(GetPost(postId: post.id)).post == .live(post))
            }
        }
    }

    @Test("What does not keep the rules is refused by the name of the parameter")
    func refusals() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open().id.json
            let wire = try await board.wire(token: aki.token)
            let family = String(repeating: "👨‍👩‍👧‍👦", count: 10_000)
            let wrong: [(String, JSON)] = [
                ("threadId", ["body": "x"]),
                ("threadId", ["threadId": 1, "body": "x"]),
                ("threadId", ["threadId": "x", "body": "x"]),
                ("threadId", ["threadId": "-1", "body": "x"]),
                ("threadId", ["threadId": "01", "body": "x"]),
                ("threadId", ["threadId": "99999999999999999999", "body": "x"]),
                ("body", ["threadId": thread]),
                ("body", ["threadId": thread, "body": nil]),
                ("body", ["threadId": thread, "body": 7]),
                ("body", ["threadId": thread, "body": ""]),
                ("body", ["threadId": thread, "body": " \n\u{3000}"]),
                ("body", ["threadId": thread, "body": "\u{200B}\u{2800}\u{3164}"]),
                ("body", ["threadId": thread, "body": .string(String(repeating: "x", count: 10_001))]),
                ("body", ["threadId": thread, "body": .string(String(repeating: "𠮷", count: 8_193))]),
                ("body", ["threadId": thread, "body": .string(String(family.prefix(1_400)))]),
                ("body", ["threadId": thread, "body": "a\u{0}"]),
                ("body", ["threadId": thread, "body": "a\u{7}b"]),
                ("body", ["threadId": thread, "body": "a\u{202E}b"]),
                ("body", ["threadId": thread, "body": "a\u{2066}b"]),
                (
                    "body",
                    ["threadId": thread, "body": .string("a" + String(repeating: "\u{301}", count: 20))]
                ),
                ("title", ["threadId": thread, "body": "x", "title": " "]),
                ("title", ["threadId": thread, "body": "x", "title": "two\nlines"]),
                (
                    "title",
                    ["threadId": thread, "body": "x", "title": .string(String(repeating: "x", count: 201))]
                ),
                ("replyTo", ["threadId": thread, "body": "x", "replyTo": "x"]),
                ("replyTo", ["threadId": thread, "body": "x", "replyTo": 5]),
                ("meta", ["threadId": thread, "body": "x", "meta": []]),
                ("meta", ["threadId": thread, "body": "x", "meta": "x"]),
                (
                    "meta",
                    [
                        "threadId": thread, "body": "x",
                        "meta": ["a": .string(String(repeating: "x", count: 2_041))],
                    ]
                ),
                ("clientKey", ["threadId": thread, "body": "x", "clientKey": ""]),
                ("clientKey", ["threadId": thread, "body": "x", "clientKey": 5]),
                (
                    "clientKey",
                    [
                        "threadId": thread, "body": "x",
                        "clientKey": .string(String(repeating: "x", count: 65)),
                    ]
                ),
            ]
            for (field, params) in wrong {
                let refusal = try await wire.refusal(of: "post.create", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field, "\(params): \(refusal)")
            }
            #expect(try await wire.call("thread.get", ["threadId": thread])["thread"]?["postCount"] == 0)
        }
    }

    @Test("A half character is refused by the name of the parameter that holds it")
    func loneSurrogate() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            let answer = try await wire.answer(
                toFrame: #"{"jsonrpc":"2.0","id":9,"method":"post.create","params":{"threadId":""#
                    + "\(thread.id)" + #"","body":"a\ud800b"}}"#)
            #expect(answer["id"] == 9)
            #expect(answer["error"]?["data"] == ["reason": "invalidParams", "field": "body"])
        }
    }

    @Test("The largest texts and the largest meta fit")
    func largest() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let meta: JSON = ["a": .string(String(repeating: "x", count: 2_040))]
            #expect(meta.bytes.count == 2_048)
            for body in [
                String(repeating: "あ", count: 10_000), String(repeating: "𠮷", count: 8_192),
                String(repeating: "\"", count: 10_000),
            ] {
                let request = CreatePost(
                    threadId: thread.id, title: String(repeating: "題", count: 200), body: body, meta: meta)
                let post = try await aki.send(request).post
                #expect(post.body == body && post.meta == meta && post.title == request.title)
            }
        }
    }

    @Test("An app's own object is kept as it was sent: numbers, order and all")
    func meta() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let text = #"{"x":1.50,"b":[1,{"c":null}],"a":1e0,"":"","あ":"\u0001e\u0301"}"#
            let meta = try JSONReader.read(Array(text.utf8))
            let post = try await aki.send(CreatePost(threadId: thread.id, body: "x", meta: meta)).post
            #expect(post.meta == meta)
            #expect(try await aki.send(ListPosts(threadId: thread.id)).posts.map(\.meta) == [meta])
            let empty = try await aki.send(CreatePost(threadId: thread.id, body: "x", meta: [:])).post
            #expect(empty.meta == .object([]))
            let none = try await aki.send(CreatePost(threadId: thread.id, body: "x", meta: .null)).post
            #expect(none.meta == nil)
        }
    }
}
