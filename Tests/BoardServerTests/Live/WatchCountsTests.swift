import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Watching counts", .needsDatabase)
struct WatchCountsTests {
    @Test(
        "The answer has the numbers as they are; ids that are not there are left out, repeated ones come once"
    )
    func answer() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let (thread, other) = (try await aki.open(), try await aki.open())
            let deleted = try await aki.open()
            try await aki.send(DeleteThread(threadId: deleted.id))
            let post = try await ben.post(in: thread)
            try await aki.send(AddBlock(accountId: ben.id))
            let wire = try await board.wire(token: aki.token)
            let ids: JSON = .array(
                [thread.id, deleted.id, thread.id, other.id, ThreadID(rawValue: 99_999)].map(\.json))
            let reply = try await wire.call("counts.watch", ["threadIds": ids])
            func counts(_ id: ThreadID, _ posts: JSON, _ hidden: JSON, _ seq: Int64) -> JSON {
                [
                    "threadId": id.json, "postCount": posts, "hiddenCount": hidden,
                    "seq": .number(JSONNumber(seq)),
                ]
            }
            #expect(
                reply == ["counts": [counts(thread.id, 1, 1, post.seq), counts(other.id, 0, 0, other.seq)]])
            #expect(try await wire.call("counts.watch", ["all": true]) == ["counts": []])
            #expect(try await wire.call("counts.watch", ["threadIds": []]) == ["counts": []])
        }
    }

    @Test("Every kind of change brings the newest numbers, the last of them exact")
    func kinds() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let unwatched = try await aki.open()
            let watcher = try await board.client()
            try await watcher.send(WatchCounts(threadIds: [thread.id]))
            func expect(_ postCount: Int64, hasThread: Bool = false) async throws {
                let seq = try await aki.thread(thread.id).seq
                let message = try await watcher.next(\.countsChanged) { $0.counts.contains { $0.seq == seq } }
                let entry = try #require(message.counts.first)
                #expect(message.counts.count == 1 && entry.threadId == thread.id)
                #expect(entry.postCount == .value(postCount) && entry.hiddenCount.isMissing)
                #expect(entry.thread.isMissing != hasThread && entry.deleted.isMissing)
                if hasThread {
                    #expect(entry.thread.value?.seq == seq && entry.thread.value?.can == .missing)
                }
            }
            try await aki.post(in: unwatched)
            let post = try await aki.post(in: thread)
            try await expect(1)
            try await mio.send(LikePost(postId: post.id))
            try await expect(1)
            try await aki.send(EditPost(postId: post.id, body: "x"))
            try await expect(1)
            try await aki.send(DeletePost(postId: post.id))
            try await expect(0)
            try await mio.command("restore post \(post.id)")
            try await expect(1)
            try await aki.send(RenameThread(threadId: thread.id, title: "New"))
            try await expect(1, hasThread: true)
            try await mio.command("lock \(thread.id)")
            try await expect(1, hasThread: true)
        }
    }

    @Test("A deletion is told; with all watched, so is a new thread, and one that is back")
    func newAndGone() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let wire = try await board.wire()
            _ = try await wire.call("counts.watch", ["all": true])
            let thread = try await mio.open("New", category: "c")
            func entry(at seq: Int64) async throws -> JSON {
                while true {
                    let entries = try await wire.next("counts.changed")["counts"]?.array ?? []
                    if let entry = entries.first(where: { $0["seq"]?.int64 == seq }) { return entry }
                }
            }
            let new = try await entry(at: thread.seq)
            #expect(Set(new.names) == ["threadId", "postCount", "seq", "thread"])
            #expect(
                Set(new["thread"]?.names ?? []) == [
                    "id", "title", "category", "author", "createdAt", "lastPostAt", "postCount", "likeCount",
                    "seq", "locked", "pinned", "meta",
                ])
            #expect(new["thread"]?["title"] == "New" && new["thread"]?["category"] == "c")
            try await mio.send(DeleteThread(threadId: thread.id))
            let deleted = try await entry(at: thread.seq + 1)
            #expect(Set(deleted.names) == ["threadId", "deleted", "seq"] && deleted["deleted"] == true)
            try await mio.command("restore thread \(thread.id)")
            let back = try await entry(at: thread.seq + 2)
            #expect(back["threadId"] == thread.id.json && back["thread"]?["title"] == "New")
        }
    }

    @Test("With all watched, threads by those whom the viewer blocks are left out")
    func blocked() async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let known = try await members[0].open()
            try await members[2].send(AddBlock(accountId: members[0].id))
            let watcher = try await board.member(with: members[2].token)
            try await watcher.send(WatchCounts(all: true))
            let hidden = try await members[0].open()
            try await members[1].post(in: hidden)
            try await members[1].post(in: known)
            let shown = try await members[1].open()
            let last = try await members[0].post(in: shown)
            var told: Set<ThreadID> = []
            var isOver = false
            while !isOver {
                let message = try await watcher.client.next(\.countsChanged)
                told.formUnion(message.counts.map(\.threadId))
                guard let entry = message.counts.first(where: { $0.seq == last.seq }) else { continue }
                isOver = entry.threadId == shown.id && entry.hiddenCount == .value(1)
            }
            #expect(told == [shown.id])
            // By its id it can be watched all the same.
            #expect(try await watcher.send(WatchCounts(threadIds: [hidden.id])).counts.count == 1)
        }
    }

    @Test("Under load the newest numbers come at most once in 50 ms, never older ones, and end exact")
    func coalesced() async throws {
        try await TestBoard.run { board in
            let writers = try await board.quickMembers((0..<4).map { "writer\($0)" })
            var threads: [ThreadSummary] = []
            for _ in 0..<3 { threads.append(try await writers[0].open()) }
            let watcher = try await board.client()
            try await watcher.send(WatchCounts(threadIds: threads.map(\.id)))
            let start = ContinuousClock.now
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (index, writer) in writers.enumerated() {
                    let thread = threads[index % 3]
                    group.addTask { try await writer.posts(300, in: thread) }
                }
                try await group.waitForAll()
            }
            var expected: [ThreadID: ThreadSummary] = [:]
            for thread in threads { expected[thread.id] = try await watcher.thread(thread.id) }
            var held: [ThreadID: Int64] = [:]
            var messages = 0
            while expected.contains(where: { held[$0.key] != $0.value.seq }) {
                let message = try await watcher.next(\.countsChanged)
                messages += 1
                for entry in message.counts {
                    #expect(entry.seq >= held[entry.threadId] ?? 0)
                    held[entry.threadId] = entry.seq
                    guard let thread = expected[entry.threadId], thread.seq == entry.seq else { continue }
                    #expect(entry.postCount == .value(thread.postCount))
                }
            }
            let rounds = Int((ContinuousClock.now - start) / .milliseconds(50)) + 1
            #expect(messages <= rounds, "\(messages) messages in \(rounds) rounds")
        }
    }

    @Test("Wrong parameters are refused by their names")
    func refusals() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            let many: JSON = .array((1...1_001).map { ThreadID(rawValue: $0).json })
            for params: JSON in [
                [:], ["all": false], ["threadIds": many], ["threadIds": "1"], ["threadIds": [1]],
                ["threadIds": ["x"]],
            ] {
                for method in ["counts.watch", "counts.unwatch"] {
                    let refusal = try await wire.refusal(of: method, params)
                    #expect(
                        refusal.reason == .invalidParams && refusal.field == "threadIds", "\(params.names)")
                }
            }
            #expect(try await wire.refusal(of: "counts.watch", ["all": "yes"]).field == "all")
        }
    }

    @Test("Ten thousand threads at a time; one more is a conflict until one is let go")
    func limit() async throws {
        try await TestBoard.run { board in
            try await board.sql(
                "insert into threads (title) select 't' || g from generate_series(1, 10001) g")
            let guest = try await board.client()
            let ids = (1...Int64(Limits.current.watches)).map { ThreadID(rawValue: $0) }
            for start in stride(from: 0, to: ids.count, by: 1_000) {
                let page = Array(ids[start..<start + 1_000])
                #expect(try await guest.send(WatchCounts(threadIds: page)).counts.count == 1_000)
            }
            let last = WatchCounts(threadIds: [ThreadID(rawValue: 10_001)])
            #expect(try await guest.refusal(of: last).reason == .conflict)
            #expect(try await guest.send(WatchCounts(threadIds: [ids[0]])).counts.count == 1)
            try await guest.send(UnwatchCounts(threadIds: [ids[5]]))
            #expect(try await guest.send(last).counts.count == 1)
            let aki = try await board.quickMember("aki")
            let post = try await aki.send(CreatePost(threadId: ThreadID(rawValue: 10_001), body: "x"))
            let message = try await guest.next(\.countsChanged)
            #expect(message.counts.map(\.seq) == [post.seq])
        }
    }
}
