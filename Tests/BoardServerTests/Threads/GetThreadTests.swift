import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Reading one thread", .needsDatabase)
struct GetThreadTests {
    @Test("Of several reasons not to post, the first is named: log in, suspended, locked")
    func permission() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let guest = try await board.client()
            let (open, locked) = (try await aki.open(), try await aki.open())
            try await mio.command("lock \(locked.id)")
            try await mio.command("suspend ben 10m")
            let expected: [(TestClient, Permissions.Posting, Permissions.Posting)] = [
                (guest, .loginRequired, .loginRequired), (ben.client, .suspended, .suspended),
                (aki.client, .ok, .locked), (mio.client, .ok, .locked),
            ]
            for (client, inOpen, inLocked) in expected {
                for (thread, posting) in [(open, inOpen), (locked, inLocked)] {
                    #expect(try await client.thread(thread.id).can == .value(Permissions(post: posting)))
                    let listed = try await client.send(ListThreads()).threads.first { $0.id == thread.id }
                    #expect(listed?.can == .value(Permissions(post: posting)))
                }
            }
        }
    }

    @Test("By somebody the viewer blocks it is read all the same, with what is hidden counted")
    func blockedAuthor() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            try await aki.posts(3, in: thread)
            try await ben.post(in: thread)
            try await ben.send(AddBlock(accountId: aki.id))
            let read = try await ben.thread(thread.id)
            #expect(read.author == aki.author && read.postCount == 4 && read.hiddenCount == .value(3))
            #expect(try await aki.thread(thread.id).hiddenCount == .value(0))
            try await ben.post("Answered all the same.", in: thread)
        }
    }

    @Test("What is not there, or no longer, is not found; a malformed id is refused by its name")
    func gone() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await aki.send(DeleteThread(threadId: thread.id))
            for id in [thread.id, ThreadID(rawValue: 99_999), ThreadID(rawValue: .max)] {
                #expect(try await aki.client.refusal(of: GetThread(threadId: id)).reason == .notFound)
            }
            let wire = try await board.wire()
            for id: JSON in [.null, 1, "x", "", "-1", "1 ", "99999999999999999999", ["1"]] {
                let refusal = try await wire.refusal(of: "thread.get", ["threadId": id])
                #expect(refusal.reason == .invalidParams && refusal.field == "threadId", "\(id)")
            }
        }
    }
}
