import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Joining a thread", .needsDatabase)
struct JoinThreadTests {
    @Test("Without a number it says where the thread is, and no more")
    func plain() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            let wire = try await board.wire()
            let reply = try await wire.call("thread.join", ["threadId": thread.id.json])
            #expect(Set(reply.names) == ["seq", "postCount", "hiddenCount", "changes", "complete"])
            #expect(reply["seq"]?.int64 == posts.last?.seq && reply["postCount"] == 3)
            #expect(reply["hiddenCount"] == 0 && reply["changes"] == [] && reply["complete"] == true)
        }
    }

    @Test(
        "What does not keep the rules is refused by the name of the parameter; what is not there is not found"
    )
    func refusals() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let id = thread.id.json
            let wire = try await board.wire()
            let wrong: [(String, JSON)] = [
                ("threadId", [:]), ("threadId", ["threadId": "x"]), ("since", ["threadId": id, "since": -1]),
                ("since", ["threadId": id, "since": "1"]), ("epoch", ["threadId": id, "epoch": 5]),
                ("blocksVersion", ["threadId": id, "since": 1, "blocksVersion": "x"]),
                ("blocksVersion", ["threadId": id, "since": 1, "blocksVersion": -1]),
            ]
            for (field, params) in wrong {
                let refusal = try await wire.refusal(of: "thread.join", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field, "\(params): \(refusal)")
            }
            let unknown = JoinThread(threadId: ThreadID(rawValue: 99_999))
            #expect(try await aki.client.refusal(of: unknown).reason == .notFound)
            try await aki.send(DeleteThread(threadId: thread.id))
            for since: Int64? in [nil, 0, 1] {
                let join = JoinThread(threadId: thread.id, since: since)
                #expect(try await aki.client.refusal(of: join).reason == .notFound)
            }
        }
    }

    @Test("A hundred threads at a time; one more is a conflict until one is left")
    func limit() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            var threads: [ThreadSummary] = []
            for number in 0...Limits.current.joins { threads.append(try await aki.open("\(number)")) }
            let guest = try await board.client()
            for thread in threads.dropLast() { try await guest.send(JoinThread(threadId: thread.id)) }
            let last = JoinThread(threadId: threads[100].id)
            #expect(try await guest.refusal(of: last).reason == .conflict)
            // One that is joined already is no new one.
            try await guest.send(JoinThread(threadId: threads[0].id))
            try await guest.send(LeaveThread(threadId: threads[0].id))
            try await guest.send(last)
            let post = try await aki.post(in: threads[100])
            #expect(try await guest.next(\.threadChanged).changes.map(\.id) == [post.id])
        }
    }

    @Test("Joining again goes on from there; each change is told once")
    func again() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let guest = try await board.client()
            for _ in 0..<3 { try await guest.send(JoinThread(threadId: thread.id)) }
            let posts = try await aki.posts(2, in: thread)
            var told: [PostID] = []
            while told.count < 2 { told += try await guest.next(\.threadChanged).changes.map(\.id) }
            try await guest.send(Ping())
            #expect(told == posts.map(\.id))
            #expect(await guest.takeUnread(\.threadChanged) == nil)
        }
    }

    @Test("Whatever is written while somebody joins is either in the reply or told after it")
    func race() async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben"])
            let thread = try await members[0].open()
            let writing = Task {
                for member in members { try await member.posts(150, in: thread) }
            }
            var followers: [ThreadFollower] = []
            for _ in 0..<20 { followers.append(try await board.follow(thread.id)) }
            try await writing.value
            for follower in followers {
                try await board.expectConverges(follower)
                #expect(await follower.gaps == 0)
            }
        }
    }
}
