import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Posting in a thread", .needsDatabase)
struct CreatePostTests {
    @Test("A post has these members, whether they have a value or not")
    func shape() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            let reply = try await wire.call("post.create", ["threadId": thread.id.json, "body": "Where?"])
            #expect(reply.names.sorted() == ["post", "postCount", "seq"])
            let post = try #require(reply["post"])
            #expect(
                Set(post.names) == [
                    "id", "threadId", "title", "body", "author", "image", "replyTo", "likeCount", "liked",
                    "createdAt", "editedAt", "meta", "seq",
                ])
            for name in ["title", "image", "replyTo", "editedAt", "meta"] { #expect(post[name] == .null) }
            #expect(post["author"] == ["id": aki.id.json, "name": "aki"])
            #expect(post["likeCount"] == 0 && post["liked"] == false)
            #expect(post["seq"] == reply["seq"] && reply["postCount"] == 1)
        }
    }

    @Test("Each post raises the thread's number and count by one, and is its newest")
    func numbers() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            #expect(thread.lastPostAt == nil)
            for number in 1...3 {
                let reply = try await aki.send(CreatePost(threadId: thread.id, body: "Bowl \(number)"))
                #expect(reply.seq == thread.seq + Int64(number) && reply.postCount == Int64(number))
                let now = try await aki.thread(thread.id)
                #expect(now.seq == reply.seq && now.postCount == reply.postCount)
                #expect(now.lastPostAt == reply.post.createdAt)
            }
            try await board.expectExactCounts()
        }
    }

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

    @Test("Parameters that nobody knows are ignored")
    func unknownParameters() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            let reply = try await wire.call(
                "post.create",
                ["threadId": thread.id.json, "body": "x", "colour": "red", "authorId": "1", "seq": [5]])
            #expect(reply["post"]?["body"] == "x" && reply["post"]?["author"]?["id"] == aki.id.json)
        }
    }

    @Test("A request without an id is carried out, and not answered even where it is refused")
    func unanswered() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            await wire.tell("post.create", ["threadId": thread.id.json, "body": "heard"])
            await wire.tell("post.create", ["threadId": thread.id.json, "body": ""])
            await wire.tell("post.create", ["threadId": "999", "body": "x"])
            let page = try await wire.call("post.list", ["threadId": thread.id.json])
            #expect(page["posts"]?.array?.map { $0["body"] } == ["heard"])
        }
    }

    // MARK: Who may

    @Test("A guest is told to log in, before anything about the thread")
    func guest() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            let answer = try await wire.answer(
                toFrame:
                    #"{"jsonrpc":"2.0","id":1,"method":"post.create","params":{"threadId":"9","body":"x"}}"#)
            #expect(answer["error"]?["code"] == -32001)
            #expect(answer["error"]?["data"] == ["reason": "loginRequired"])
        }
    }

    @Test("In a locked thread nobody posts", arguments: [Role.member, .moderator, .admin])
    func locked(role: Role) async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let member = try await board.quickMember("aki", role: role)
            let thread = try await member.open()
            try await mio.command("lock \(thread.id)")
            let refusal = try await member.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(refusal.reason == .locked)
            try await mio.command("unlock \(thread.id)")
            try await member.post(in: thread)
        }
    }

    @Test("The suspended do not post, and are told until when and why, before anything about the thread")
    func suspended() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await mio.command("lock \(thread.id)")
            try await mio.command("suspend aki 10m too loud")
            for id in [thread.id, ThreadID(rawValue: 99_999)] {
                let refusal = try await aki.client.refusal(of: CreatePost(threadId: id, body: "x"))
                #expect(refusal.reason == .suspended && refusal.suspension?.why == "too loud")
                #expect(try #require(refusal.suspension?.until) > thread.createdAt)
            }
            try await mio.command("suspend aki forever")
            let forever = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(forever.suspension == .init(until: nil, why: nil))
        }
    }

    @Test("In a thread that is not there, or no longer, nobody posts")
    func noThread() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await aki.send(DeleteThread(threadId: thread.id))
            for id in [thread.id, ThreadID(rawValue: 99_999), ThreadID(rawValue: .max)] {
                let refusal = try await aki.client.refusal(of: CreatePost(threadId: id, body: "x"))
                #expect(refusal.reason == .notFound)
            }
        }
    }

    @Test("An answer is to a live post of the same thread, by somebody whom its author does not block")
    func replies() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let ben = try await board.quickMember("ben")
            let (thread, other) = (try await aki.open(), try await aki.open())
            let post = try await ben.post(in: thread)
            #expect(try await aki.post("Here.", in: thread, replyTo: post.id).replyTo == post.id)

            let elsewhere = try await ben.post(in: other)
            let deleted = try await ben.post(in: thread)
            try await ben.send(DeletePost(postId: deleted.id))
            func refusal(_ replyTo: PostID) async throws -> Refusal.Reason {
                let request = CreatePost(threadId: thread.id, body: "x", replyTo: replyTo)
                return try await aki.client.refusal(of: request).reason
            }
            #expect(try await refusal(elsewhere.id) == .notFound)
            #expect(try await refusal(deleted.id) == .notFound)
            #expect(try await refusal(PostID(rawValue: 99_999)) == .notFound)
            try await aki.send(AddBlock(accountId: ben.id))
            #expect(try await refusal(post.id) == .notFound)
            #expect(try await aki.thread(thread.id).postCount == 2)
        }
    }

    // MARK: The same request again

    @Test("The same key from thirty connections at once makes one post")
    func sameKeyAtOnce() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let follower = try await board.follow(thread.id)
            var connections: [TestMember] = []
            for _ in 0..<30 { connections.append(try await board.member(with: aki.token)) }
            let request = CreatePost(threadId: thread.id, body: "Once", clientKey: "k")
            var replies: [Task<CreatePost.Reply, any Error>] = []
            for connection in connections { replies.append(await connection.client.begin(request)) }
            var answers: [Post] = []
            for reply in replies { answers.append(try await reply.value.post) }
            #expect(Set(answers.map(\.id)).count == 1)
            let page = try await aki.send(ListPosts(threadId: thread.id))
            #expect(page.posts.map(\.id) == [answers[0].id] && page.postCount == 1)
            #expect(page.seq == thread.seq + 1)
            try await board.expectConverges(follower)
            try await board.expectExactCounts()
        }
    }

    @Test("A key is a member's own, and one method's own")
    func keysAreApart() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.send(CreateThread(title: "Ramen", clientKey: "k")).thread
            let request = CreatePost(threadId: thread.id, body: "x", clientKey: "k")
            let first = try await aki.send(request).post
            let second = try await ben.send(request).post
            #expect(first.id != second.id && second.author == ben.author)
            #expect(try await aki.thread(thread.id).postCount == 2)
        }
    }

    @Test("A known key is answered with the post as it is now, whatever has happened since")
    func knownKey() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let request = CreatePost(threadId: thread.id, body: "Once", clientKey: "k")
            let post = try await aki.send(request).post
            let edited = try await aki.send(EditPost(postId: post.id, body: "Twice")).post
            let other = try await aki.open()
            // What the repeated request says otherwise does not count.
            let again = CreatePost(threadId: other.id, body: "Other", clientKey: "k")
            for repeated in [request, again] {
                let reply = try await aki.send(repeated)
                #expect(reply.post == edited && reply.seq == edited.seq && reply.postCount == 1)
            }
            try await mio.command("lock \(thread.id)")
            #expect(try await aki.send(request).post.id == post.id)
            try await mio.command("suspend aki forever")
            #expect(try await aki.send(request).post.id == post.id)

            try await aki.send(DeletePost(postId: post.id))
            #expect(try await aki.client.refusal(of: request).reason == .notFound)
            try await mio.command("restore post \(post.id)")
            #expect(try await aki.send(request).post.id == post.id)
            try await mio.command("delete thread \(thread.id)")
            #expect(try await aki.client.refusal(of: request).reason == .notFound)
            try await board.expectExactCounts()
        }
    }

    @Test("A refused request leaves its key unused")
    func refusedKey() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await mio.command("lock \(thread.id)")
            let request = CreatePost(threadId: thread.id, body: "x", clientKey: "k")
            #expect(try await aki.client.refusal(of: request).reason == .locked)
            try await mio.command("unlock \(thread.id)")
            #expect(try await aki.send(request).postCount == 1)
        }
    }
}
