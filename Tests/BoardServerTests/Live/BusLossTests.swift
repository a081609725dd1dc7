import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("The bus is only a hint: losing it loses nothing", .needsDatabase)
struct BusLossTests {
    @Test("While its connection is cut again and again, all that two processes write is told at both")
    func cutInALoop() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let members = try await board.quickMembers(["aki", "ben"])
            let ben = try await board.member(with: members[1].token, on: second)
            let thread = try await members[0].open()
            let followers = [
                try await board.follow(thread.id), try await board.follow(thread.id, on: second),
            ]
            let watchers = [try await board.client(), try await board.client(on: second)]
            for watcher in watchers { try await watcher.send(WatchCounts(all: true)) }
            let cutter = Task {
                var cuts = 0
                while !Task.isCancelled {
                    cuts += try await board.cutBus()
                }
                return cuts
            }
            var (opened, last): ([ThreadSummary], [Post]) = ([], [])
            for number in 0..<20 {
                for member in [members[0], ben] {
                    last = try await member.posts(10, in: thread)
                    opened.append(try await member.open("\(number)"))
                }
            }
            cutter.cancel()
            #expect(try await cutter.value > 0)
            for follower in followers {
                try await board.expectConverges(follower)
                #expect(await follower.gaps == 0)
            }
            let seq = try #require(last.last?.seq)
            let (ids, threadId) = (Set(opened.map(\.id)), thread.id)
            for watcher in watchers {
                var told: Set<ThreadID> = []
                var held: Int64 = 0
                while held < seq || !told.isSuperset(of: ids) {
                    let message = try await watcher.next(\.countsChanged)
                    for entry in message.counts {
                        told.insert(entry.threadId)
                        if entry.threadId == threadId { held = entry.seq }
                    }
                }
                #expect(held == seq)
            }
        }
    }

    @Test("A thread that is deleted meanwhile ends for those who joined it, with its last message")
    func deletions() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let aki = try await board.quickMember("aki")
            let guest = try await board.client(on: second)
            for number in 0..<6 {
                let thread = try await aki.open("\(number)")
                try await guest.send(JoinThread(threadId: thread.id))
                try await board.cutBus()
                try await aki.send(DeleteThread(threadId: thread.id))
                try await guest.next(\.threadChanged, within: .seconds(10)) { notice in
                    if case .deleted(thread.id, _)? = notice.thread.value { true } else { false }
                }
            }
        }
    }

    @Test("A block made meanwhile at another process takes effect once it is back")
    func blocks() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            try await aki.posts(3, in: thread)
            let follower = try await board.follow(thread.id, token: ben.token, on: second)
            for number in 0..<6 {
                try await board.cutBus()
                if number.isMultiple(of: 2) {
                    try await ben.send(AddBlock(accountId: aki.id))
                } else {
                    try await ben.send(RemoveBlock(accountId: aki.id))
                }
                try await aki.post("\(number)", in: thread)
                try await board.expectConverges(follower)
            }
        }
    }
}
