import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("What is told live obeys all that was committed before it", .needsDatabase)
struct CommittedOrderTests {
    @Test("After a block at one process nothing of the author's reaches the member at another")
    func blockElsewhere() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let members = try await board.quickMembers(["viewer", "author"])
            let author = try await board.member(with: members[1].token, on: second)
            let thread = try await author.open()
            let watching = try await board.member(with: members[0].token, on: second)
            try await watching.send(JoinThread(threadId: thread.id))
            for round in 0..<10 {
                try await members[0].send(AddBlock(accountId: author.account.id))
                let hidden = try await author.post("hidden \(round)", in: thread)
                let message = try await watching.client.next(\.threadChanged) { $0.seq >= hidden.seq }
                #expect(message.changes.isEmpty)
                try await members[0].send(RemoveBlock(accountId: author.account.id))
                let shown = try await author.post("shown \(round)", in: thread)
                let next = try await watching.client.next(\.threadChanged) { $0.seq >= shown.seq }
                #expect(next.changes.map(\.id) == [shown.id])
            }
        }
    }

    @Test("A rename is told to those who joined and to those who watch, whoever joins at that moment")
    func renameWhileJoining() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let (joined, watcher, busy) = (
                try await board.client(), try await board.client(), try await board.client()
            )
            try await joined.send(JoinThread(threadId: thread.id))
            try await watcher.send(WatchCounts(threadIds: [thread.id]))
            for round in 0..<20 {
                let title = "title \(round)"
                var joins: [Task<JoinThread.Reply, any Error>] = []
                for _ in 0..<8 { joins.append(await busy.begin(JoinThread(threadId: thread.id))) }
                try await aki.send(RenameThread(threadId: thread.id, title: title))
                for join in joins { _ = try await join.value }
                try await joined.next(\.threadChanged) { notice in
                    if case .live(let now)? = notice.thread.value { now.title == title } else { false }
                }
                try await watcher.next(\.countsChanged) { $0.counts.first?.thread.value?.title == title }
            }
        }
    }

    @Test(
        "A post is told to those who watch, whoever joins or begins to watch at that moment",
        arguments: [false, true])
    func postWhileJoining(_ isElsewhere: Bool) async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let second = isElsewhere ? try await board.secondServer() : nil
            let (all, one, busy) = (
                try await board.client(on: second), try await board.client(on: second),
                try await board.client(on: second)
            )
            try await all.send(WatchCounts(all: true))
            for round in 0..<20 {
                let thread = try await aki.open("\(round)")
                try await one.send(WatchCounts(threadIds: [thread.id]))
                var begun: [Task<Void, any Error>] = []
                let post = await aki.client.begin(CreatePost(threadId: thread.id, body: "x"))
                for _ in 0..<6 {
                    let join = await busy.begin(JoinThread(threadId: thread.id))
                    let watch = await busy.begin(WatchCounts(threadIds: [thread.id]))
                    let leave = await busy.begin(LeaveThread(threadId: thread.id))
                    begun.append(Task { _ = try await (join.value, watch.value, leave.value) })
                }
                let seq = try await post.value.seq
                for task in begun { try await task.value }
                for watcher in [all, one] {
                    try await watcher.next(\.countsChanged, within: .seconds(10)) { notice in
                        notice.counts.contains { $0.threadId == thread.id && $0.seq == seq }
                    }
                }
            }
        }
    }

    @Test("Whoever joins a thread as soon as it is restored stays joined", arguments: [false, true])
    func joinWhileRestoring(_ isElsewhere: Bool) async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let second = isElsewhere ? try await board.secondServer() : nil
            let (watcher, guest) = (try await board.client(on: second), try await board.client(on: second))
            try await watcher.send(WatchCounts(all: true))
            let thread = try await mio.open()
            for round in 0..<20 {
                try await mio.post("\(round)", in: thread)
                try await mio.send(DeleteThread(threadId: thread.id))
                try await watcher.next(\.countsChanged) { $0.counts.contains { $0.deleted.value == true } }
                try await mio.command("restore thread \(thread.id)")
                try await guest.send(JoinThread(threadId: thread.id))
                let post = try await mio.post("\(round)", in: thread)
                try await guest.next(\.threadChanged, within: .seconds(10)) { $0.seq >= post.seq }
                try await guest.send(LeaveThread(threadId: thread.id))
            }
        }
    }

    @Test("One clientKey at two processes at once makes one thing, also for two threads")
    func clientKeys() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let here = try await board.quickMember("aki")
            let there = try await board.member(with: here.token, on: second)
            let threads = [try await here.open(), try await here.open()]
            for round in 0..<20 {
                let first = await here.client.begin(
                    CreatePost(threadId: threads[0].id, body: "once", clientKey: "p\(round)"))
                let other = await there.client.begin(
                    CreatePost(threadId: threads[1].id, body: "once", clientKey: "p\(round)"))
                #expect(try await first.value.post.id == other.value.post.id)
                let opened = await here.client.begin(CreateThread(title: "once", clientKey: "t\(round)"))
                let again = await there.client.begin(CreateThread(title: "once", clientKey: "t\(round)"))
                #expect(try await opened.value.thread.id == again.value.thread.id)
            }
            try await board.expectExactCounts()
        }
    }

    @Test("Hidden counts are right when posts come from another process")
    func hiddenCounts() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let members = try await board.quickMembers(["viewer", "author"])
            let thread = try await members[1].open()
            let viewer = try await board.member(with: members[0].token, on: second)
            try await viewer.send(AddBlock(accountId: members[1].account.id))
            try await viewer.send(WatchCounts(threadIds: [thread.id]))
            for number in 1...5 {
                let post = try await members[1].post(in: thread)
                let notice = try await viewer.client.next(\.countsChanged) {
                    $0.counts.contains { $0.seq == post.seq }
                }
                #expect(notice.counts.first?.postCount == .value(Int64(number)))
                #expect(notice.counts.first?.hiddenCount == .value(Int64(number)))
            }
        }
    }
}
