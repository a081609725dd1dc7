import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Several processes on one database are one board", .needsDatabase)
struct SeveralServersTests {
    @Test("Whatever is written at one is told at the other, without a gap")
    func writers() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let members = try await board.quickMembers(["aki", "ben"])
            let ben = try await board.member(with: members[1].token, on: second)
            let thread = try await members[0].open()
            let followers = [
                try await board.follow(thread.id), try await board.follow(thread.id, on: second),
                try await board.follow(thread.id, token: ben.token, on: second),
            ]
            async let first = members[0].posts(150, in: thread)
            async let other = ben.posts(150, in: thread)
            let posts = try await first + other
            for post in posts.prefix(20) where post.author.id != ben.id {
                try await ben.send(LikePost(postId: post.id))
            }
            try await members[0].send(RenameThread(threadId: thread.id, title: "New"))
            for follower in followers {
                try await board.expectConverges(follower)
                #expect(await follower.gaps == 0)
            }
            try await board.expectExactCounts()
        }
    }

    @Test("Those who watch all at the other process hear of new threads, deletions and the last numbers")
    func counts() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let aki = try await board.quickMember("aki")
            let watcher = try await board.client(on: second)
            try await watcher.send(WatchCounts(all: true))
            let thread = try await aki.open("New")
            func entry(at seq: Int64) async throws -> ThreadCounts? {
                try await watcher.next(\.countsChanged) { notice in
                    notice.counts.contains { $0.threadId == thread.id && $0.seq == seq }
                }.counts.first { $0.threadId == thread.id }
            }
            #expect(try await entry(at: thread.seq)?.thread.value?.title == "New")
            let posts = try await aki.posts(60, in: thread)
            #expect(try await entry(at: thread.seq + 60)?.postCount == .value(60))
            try await aki.send(DeletePost(postId: posts[0].id))
            #expect(try await entry(at: thread.seq + 61)?.postCount == .value(59))
            try await aki.send(DeleteThread(threadId: thread.id))
            #expect(try await entry(at: thread.seq + 62)?.deleted == .value(true))
        }
    }

    @Test("A block at one takes effect at the other, and so does its end")
    func blocks() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(5, in: thread)
            let seq = try #require(posts.last?.seq)
            let elsewhere = try await board.member(with: ben.token, on: second)
            try await elsewhere.send(JoinThread(threadId: thread.id))
            try await elsewhere.send(WatchCounts(threadIds: [thread.id]))
            for (blocked, hidden) in [(true, Int64(5)), (false, 0)] {
                if blocked {
                    try await ben.send(AddBlock(accountId: aki.id))
                } else {
                    try await ben.send(RemoveBlock(accountId: aki.id))
                }
                let block = try await elsewhere.client.next(\.blockChanged)
                #expect(block.accountId == aki.id && block.blocked == blocked)
                let message = try await elsewhere.client.next(\.threadChanged)
                #expect(message.from == seq && message.seq == seq && message.changes.isEmpty)
                #expect(message.hiddenCount.value ?? 0 == hidden)
                let counts = try await elsewhere.client.next(\.countsChanged)
                #expect(counts.counts.map { $0.hiddenCount.value ?? 0 } == [hidden])
            }
        }
    }

    @Test("Hidden counts follow, while others write at both at once")
    func hiddenCounts() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let chie = try await board.quickMember("chie")
            let elsewhere = try await board.member(with: ben.token, on: second)
            try await chie.send(AddBlock(accountId: ben.id))
            let watcher = try await board.member(with: chie.token)
            try await watcher.send(WatchCounts(all: true))
            for _ in 0..<20 {
                let thread = try await aki.open()
                async let visible = aki.posts(5, in: thread)
                async let hidden = elsewhere.posts(5, in: thread)
                _ = try await (visible, hidden)
                let seq = thread.seq + 10
                _ = try await watcher.client.next(\.countsChanged) { notice in
                    notice.counts.contains {
                        $0.threadId == thread.id && $0.seq == seq && $0.hiddenCount == .value(5)
                    }
                }
            }
        }
    }

    @Test("A session that ends at one ends at the other; a suspension and a role hold at both")
    func sessions() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let elsewhere = try await board.member(with: aki.token, on: second)
            let thread = try await aki.open()
            try await mio.command("suspend aki 10m")
            #expect(try await elsewhere.client.next(\.accountChanged).can.post == .suspended)
            let request = CreatePost(threadId: thread.id, body: "x")
            #expect(try await elsewhere.client.refusal(of: request).reason == .suspended)
            try await mio.command("unsuspend aki")
            #expect(try await elsewhere.client.next(\.accountChanged).can.post == .ok)
            try await aki.send(LogOut())
            #expect(try await elsewhere.client.ended().closeCode == 4001)
        }
    }

    @Test("The same key at both at once makes one post")
    func sameKey() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let aki = try await board.quickMember("aki")
            let elsewhere = try await board.member(with: aki.token, on: second)
            let thread = try await aki.open()
            for number in 0..<20 {
                let request = CreatePost(threadId: thread.id, body: "x", clientKey: "\(number)")
                let replies = [await aki.client.begin(request), await elsewhere.client.begin(request)]
                let first = try await replies[0].value.post
                #expect(try await replies[1].value.post.id == first.id)
            }
            #expect(try await aki.thread(thread.id).postCount == 20)
            try await board.expectExactCounts()
        }
    }
}
