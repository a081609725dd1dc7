import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Whoever was away is brought up", .needsDatabase)
struct CatchUpTests {
    @Test("Each post changed since, as it is now, oldest change first; nothing of what did not change")
    func changes() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(5, in: thread)
            let since = try #require(posts.last?.seq)
            let liked = try await ben.send(LikePost(postId: posts[2].id))
            let deleted = try await aki.send(DeletePost(postId: posts[1].id))
            try await aki.send(EditPost(postId: posts[0].id, body: "First"))
            let edited = try await aki.send(EditPost(postId: posts[0].id, body: "Then")).post
            let new = try await ben.post(in: thread)
            let guest = try await board.client()
            let reply = try await guest.send(JoinThread(threadId: thread.id, since: since))
            #expect(reply.changes.map(\.id) == [posts[2].id, posts[1].id, posts[0].id, new.id])
            #expect(reply.changes.map(\.seq) == [liked.seq, deleted.seq, edited.seq, new.seq])
            #expect(reply.changes[1] == .deleted(id: posts[1].id, threadId: thread.id, seq: deleted.seq))
            var shown = edited
            shown.liked = .missing
            #expect(reply.changes[2] == .live(shown))
            #expect(reply.seq == new.seq && reply.postCount == 5 && reply.complete)
            #expect(reply.reset.isMissing && reply.thread.isMissing)
            let now = try await guest.send(JoinThread(threadId: thread.id, since: new.seq))
            #expect(now.changes.isEmpty && now.complete && now.seq == new.seq && now.reset.isMissing)
        }
    }

    @Test("The thread comes along when it changed itself, and not for its posts' sake")
    func thread() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let thread = try await mio.open("Old")
            let post = try await mio.post(in: thread)
            let renamed = try await mio.send(RenameThread(threadId: thread.id, title: "New")).thread
            try await mio.command("lock \(thread.id)")
            let guest = try await board.client()
            func told(since: Int64) async throws -> ThreadState? {
                try await guest.send(JoinThread(threadId: thread.id, since: since)).thread.value
            }
            for since in [thread.seq, post.seq, renamed.seq] {
                guard case .live(let state) = try await told(since: since) else {
                    Issue.record("no thread since \(since)")
                    continue
                }
                #expect(state.title == "New" && state.locked && state.can.isMissing && state.unread.isMissing)
                #expect(state.hiddenCount.isMissing && state.seq == renamed.seq + 1)
            }
            #expect(try await told(since: renamed.seq + 1) == nil)
            try await mio.send(EditPost(postId: post.id, body: "x"))
            #expect(try await told(since: renamed.seq + 1) == nil)
        }
    }

    @Test("More than five hundred changes come in parts; until the last one nothing is joined")
    func parts() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let posts = try await aki.posts(1_200, in: thread)
            let (client, control) = (try await board.client(), try await board.client())
            try await control.send(JoinThread(threadId: thread.id))
            var told: [PostID] = []
            var since = thread.seq
            for part in 1...2 {
                let reply = try await client.send(JoinThread(threadId: thread.id, since: since))
                #expect(!reply.complete && reply.changes.count == 500 && reply.reset.isMissing)
                #expect(reply.seq == thread.seq + Int64(part) * 500 && reply.changes.last?.seq == reply.seq)
                told += reply.changes.map(\.id)
                since = reply.seq
            }
            let late = try await aki.post("Meanwhile", in: thread)
            #expect(try await control.next(\.threadChanged).seq == late.seq)
            try await client.send(Ping())
            #expect(await client.takeUnread(\.threadChanged) == nil)
            let last = try await client.send(JoinThread(threadId: thread.id, since: since))
            #expect(last.complete && last.changes.count == 201 && last.seq == late.seq)
            told += last.changes.map(\.id)
            #expect(told == posts.map(\.id) + [late.id])
            let next = try await aki.post(in: thread)
            let message = try await client.next(\.threadChanged)
            #expect(message.from == late.seq && message.changes.map(\.id) == [next.id])
        }
    }

    @Test("Large posts come in smaller parts, none above the message limit, until all are there")
    func largeParts() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let body = String(repeating: "\"", count: 9_990)
            let posts = try await aki.posts(100, in: thread, body: body)
            let wire = try await board.wire()
            var told: [JSON] = []
            var since = thread.seq
            var parts = 0
            while parts < 100 {
                parts += 1
                let frame = try await wire.answer(
                    to: "thread.join",
                    ["threadId": thread.id.json, "since": .number(JSONNumber(since))])
                #expect(frame.count <= 1_048_576)
                let reply = try #require(
                    try JSONReader.read(frame, maxDepth: IncomingMessage.maxDepth)["result"])
                told += reply["changes"]?.array ?? []
                since = reply["seq"]?.int64 ?? 0
                if reply["complete"] == true { break }
            }
            #expect(parts > 1 && told.compactMap { $0["id"] } == posts.map(\.id.json))
        }
    }

    @Test(
        "Another history, a number ahead, other blocks: what is held is void, and live goes on from the answer"
    )
    func resets() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let guest = try await board.client()
            let epoch = try #require(try await guest.hello.epoch)
            let version = try #require(try await ben.client.hello.session.blocksVersion.value)
            func join(
                _ since: Int64, _ epoch: String? = nil, _ version: Int64? = nil
            ) -> JoinThread {
                JoinThread(threadId: thread.id, since: since, epoch: epoch, blocksVersion: version)
            }
            let void: [(TestClient, JoinThread)] = [
                (guest, join(thread.seq, "another")), (guest, join(thread.seq, "")),
                (guest, join(post.seq + 1)),
                (guest, join(.max)), (guest, join(thread.seq, epoch, 1)), (guest, join(post.seq, nil, 1)),
                (ben.client, join(thread.seq, epoch, version + 1)), (ben.client, join(thread.seq, nil, 0)),
            ]
            for (client, request) in void {
                let reply = try await client.send(request)
                #expect(reply.reset == .value(true) && reply.changes.isEmpty && reply.complete, "\(request)")
                #expect(reply.seq == post.seq && reply.postCount == 1)
            }
            for client in [guest, ben.client] {
                let before = try await client.thread(thread.id).seq
                let new = try await aki.post(in: thread)
                let message = try await client.next(\.threadChanged) { $0.seq == new.seq }
                #expect(message.from == before && message.changes.map(\.id) == [new.id])
            }
            let good: [(TestClient, JoinThread)] = [
                (guest, join(thread.seq)), (guest, join(thread.seq, epoch)),
                (guest, join(thread.seq, epoch, 0)),
                (ben.client, join(0, epoch, version)), (ben.client, join(thread.seq, nil, version)),
            ]
            for (client, request) in good {
                let reply = try await client.send(request)
                #expect(reply.reset.isMissing && reply.changes.count == 3, "\(request)")
            }
        }
    }

    @Test("Whoever blocks or lifts a block elsewhere while away is told to read anew")
    func blocksVersion() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            try await aki.posts(3, in: thread)
            let follower = try await board.follow(thread.id, token: ben.token)
            await follower.client.drop()
            try await ben.send(AddBlock(accountId: aki.id))
            try await aki.post(in: thread)
            try await follower.resume(with: board.client(token: ben.token))
            #expect(await follower.resets == 1)
            try await board.expectConverges(follower)
            #expect(await follower.replica.posts.isEmpty)
        }
    }

    @Test("What is replayed obeys today's blocks, and what is hidden moves the number on all the same")
    func hidden() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            try await ben.send(AddBlock(accountId: aki.id))
            let secret = try await aki.post("Secret", in: thread)
            let own = try await ben.post(in: thread)
            try await aki.send(EditPost(postId: secret.id, body: "Secret still"))
            let last = try await aki.post("Secret too", in: thread)
            let again = try await board.member(with: ben.token)
            let reply = try await again.send(JoinThread(threadId: thread.id, since: thread.seq))
            #expect(reply.changes.map(\.id) == [own.id] && reply.seq == last.seq)
            #expect(reply.postCount == 3 && reply.hiddenCount == 2)
        }
    }

    @Test("A client that was away over a restart of the server goes on where it was")
    func restart() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let follower = try await board.follow(thread.id)
            try await aki.posts(600, in: thread)
            try await board.restart()
            let again = try await board.member(with: aki.token)
            try await again.post(in: thread)
            try await follower.resume(with: board.client())
            try await board.expectConverges(follower)
            #expect(await follower.resets == 0)
        }
    }

    @Test(
        "A history with a new name closes all connections, and voids what they held",
        .enabled(if: TestBoard.hasShell))
    func epoch() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await aki.posts(3, in: thread)
            let follower = try await board.follow(thread.id)
            let before = try await aki.client.hello.epoch
            #expect(try await board.shell(["epoch", "renew"]).exitCode == 0)
            for client in [aki.client, await follower.client] {
                #expect(try await client.ended(within: .seconds(10)).closeCode == 1001)
            }
            let again = try await board.client()
            let now = try await again.hello.epoch
            #expect(now != nil && now != before)
            try await follower.resume(with: again)
            #expect(await follower.resets == 1)
            try await board.expectConverges(follower)
        }
    }
}
