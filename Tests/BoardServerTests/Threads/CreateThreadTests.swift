import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Opening a thread", .needsDatabase)
struct CreateThreadTests {
    @Test("A thread has these members, whether they have a value or not")
    func shape() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let wire = try await board.wire(token: aki.token)
            let text = #"{"x":1.50,"b":[1,{"c":null}]}"#
            let meta = try JSONReader.read(Array(text.utf8))
            let reply = try await wire.call(
                "thread.create", ["title": " ラーメンの話 🍜 ", "category": "雑談", "meta": meta])
            #expect(reply.names == ["thread"])
            let thread = try #require(reply["thread"])
            #expect(
                Set(thread.names) == [
                    "id", "title", "category", "author", "createdAt", "lastPostAt", "postCount",
                    "hiddenCount",
                    "likeCount", "unread", "seq", "locked", "pinned", "meta", "can",
                ])
            #expect(thread["title"] == "ラーメンの話 🍜" && thread["category"] == "雑談" && thread["meta"] == meta)
            #expect(thread["author"] == ["id": aki.id.json, "name": "aki"])
            #expect(thread["lastPostAt"] == .null && thread["can"] == ["post": "ok"])
            for name in ["postCount", "hiddenCount", "likeCount", "unread"] { #expect(thread[name] == 0) }
            #expect(thread["locked"] == false && thread["pinned"] == false)

            let plain = try await wire.call("thread.create", ["title": "x", "colour": "red"])
            #expect(plain["thread"]?["category"] == .null && plain["thread"]?["meta"] == .null)
            let id = try #require(plain["thread"]?["id"])
            #expect(try await wire.call("thread.get", ["threadId": id]) == plain)
        }
    }

    @Test("What does not keep the rules is refused by the name of the parameter")
    func refusals() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire(token: board.quickMember("aki").token)
            let long: JSON = .string(String(repeating: "x", count: 201))
            let heavy: JSON = .string(String(repeating: "👨‍👩‍👧‍👦", count: 60))
            let wrong: [(String, JSON)] = [
                ("title", [:]), ("title", ["title": nil]), ("title", ["title": 5]), ("title", ["title": ""]),
                ("title", ["title": "  "]), ("title", ["title": "\u{200B}"]), ("title", ["title": long]),
                ("title", ["title": heavy]), ("title", ["title": "two\nlines"]), ("title", ["title": "a\tb"]),
                ("title", ["title": "a\u{0}"]), ("title", ["title": "a\u{202E}"]),
                ("category", ["title": "x", "category": ""]), ("category", ["title": "x", "category": 5]),
                ("category", ["title": "x", "category": long]),
                ("category", ["title": "x", "category": "a\nb"]),
                ("meta", ["title": "x", "meta": []]), ("meta", ["title": "x", "meta": 1]),
                ("meta", ["title": "x", "meta": ["a": .string(String(repeating: "x", count: 2_041))]]),
                ("clientKey", ["title": "x", "clientKey": ""]),
                ("clientKey", ["title": "x", "clientKey": .string(String(repeating: "x", count: 65))]),
            ]
            for (field, params) in wrong {
                let refusal = try await wire.refusal(of: "thread.create", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field, "\(params): \(refusal)")
            }
            #expect(try await wire.call("thread.list")["threads"] == [])
        }
    }

    @Test("Guests and the suspended open none")
    func who() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let guest = try await board.client()
            #expect(try await guest.refusal(of: CreateThread(title: "x")).reason == .loginRequired)
            try await mio.command("suspend aki 10m")
            #expect(try await aki.client.refusal(of: CreateThread(title: "x")).reason == .suspended)
            try await mio.command("unsuspend aki")
            try await aki.open()
        }
    }

    @Test("The same key from thirty connections at once opens one thread")
    func sameKeyAtOnce() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            var connections: [TestMember] = []
            for _ in 0..<30 { connections.append(try await board.member(with: aki.token)) }
            let request = CreateThread(title: "Once", category: "c", clientKey: "k")
            var replies: [Task<CreateThread.Reply, any Error>] = []
            for connection in connections { replies.append(await connection.client.begin(request)) }
            var answers: [ThreadSummary] = []
            for reply in replies { answers.append(try await reply.value.thread) }
            #expect(Set(answers.map(\.id)).count == 1)
            #expect(try await aki.send(ListThreads()).threads == [answers[0]])
            let categories = try await aki.send(ListCategories()).categories
            #expect(categories == [CategorySummary(name: "c", threadCount: 1)])
            try await board.expectExactCounts()
        }
    }

    @Test("A known key is answered with the thread as it is now; deleted since, it is not found")
    func knownKey() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let request = CreateThread(title: "Once", clientKey: "k")
            let thread = try await aki.send(request).thread
            #expect(try await ben.send(request).thread.id != thread.id)
            try await aki.send(RenameThread(threadId: thread.id, title: "Twice"))
            try await aki.post(in: thread)
            try await mio.command("lock \(thread.id)")
            try await mio.command("suspend aki forever")
            #expect(try await aki.send(request).thread == aki.thread(thread.id))
            try await mio.command("delete thread \(thread.id)")
            #expect(try await aki.client.refusal(of: request).reason == .notFound)
            try await board.expectExactCounts()
        }
    }
}
