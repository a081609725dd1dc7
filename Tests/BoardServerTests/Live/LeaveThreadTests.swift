import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Leaving a thread", .needsDatabase)
struct LeaveThreadTests {
    @Test("Nothing more is told of it, and others go on")
    func left() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let (thread, other) = (try await aki.open(), try await aki.open())
            let (leaver, stayer) = (try await board.client(), try await board.client())
            for client in [leaver, stayer] {
                for thread in [thread, other] { try await client.send(JoinThread(threadId: thread.id)) }
            }
            for _ in 0..<2 { try await leaver.send(LeaveThread(threadId: thread.id)) }
            try await aki.post(in: thread)
            let post = try await aki.post(in: other)
            #expect(try await stayer.next(\.threadChanged).threadId == thread.id)
            #expect(try await leaver.next(\.threadChanged).changes.map(\.id) == [post.id])
        }
    }

    @Test("What was never joined can be left too; a malformed id is refused by its name")
    func unjoined() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            #expect(try await wire.call("thread.leave", ["threadId": "99999"]) == [:])
            let refusal = try await wire.refusal(of: "thread.leave", ["threadId": 1])
            #expect(refusal.reason == .invalidParams && refusal.field == "threadId")
        }
    }
}
