import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Renaming a thread", .needsDatabase)
struct RenameThreadTests {
    @Test("Its title changes and its number goes up by one; the same title again changes nothing")
    func title() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let before = try await aki.open("Old")
            var expected = before
            expected.title = "新しい題名 🍜"
            expected.seq += 1
            for _ in 0..<2 {
                let reply = try await aki.send(RenameThread(threadId: before.id, title: " 新しい題名 🍜 "))
                #expect(reply.thread == expected)
            }
            #expect(try await aki.thread(before.id) == expected)
        }
    }

    @Test("What does not keep the rules is refused by the name of the parameter")
    func refusals() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            let id = thread.id.json
            let wrong: [(String, JSON)] = [
                ("threadId", ["title": "x"]), ("threadId", ["threadId": 1, "title": "x"]),
                ("title", ["threadId": id]), ("title", ["threadId": id, "title": nil]),
                ("title", ["threadId": id, "title": ""]), ("title", ["threadId": id, "title": "a\nb"]),
                ("title", ["threadId": id, "title": .string(String(repeating: "x", count: 201))]),
            ]
            for (field, params) in wrong {
                let refusal = try await wire.refusal(of: "thread.rename", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field, "\(params): \(refusal)")
            }
            #expect(try await aki.thread(thread.id) == thread)
        }
    }

    @Test("One's own, or any for those who moderate; in a locked thread only they do")
    func who() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let guest = try await board.client()
            let thread = try await aki.open()
            let rename = RenameThread(threadId: thread.id, title: "x")
            #expect(try await guest.refusal(of: rename).reason == .loginRequired)
            #expect(try await ben.client.refusal(of: rename).reason == .forbidden)
            #expect(try await mio.send(rename).thread.author == aki.author)
            try await mio.command("lock \(thread.id)")
            let again = RenameThread(threadId: thread.id, title: "y")
            #expect(try await aki.client.refusal(of: again).reason == .locked)
            #expect(try await mio.send(again).thread.title == "y")
            try await mio.command("suspend aki forever")
            #expect(try await aki.client.refusal(of: rename).reason == .suspended)
            try await mio.send(DeleteThread(threadId: thread.id))
            #expect(try await mio.client.refusal(of: again).reason == .notFound)
        }
    }
}
