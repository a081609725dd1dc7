import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Those who joined are told every change once, in order", .needsDatabase)
struct ThreadChangedTests {
    @Test("Each kind of change has its message, with the number that the listener had before")
    func kinds() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open("Old", category: "c")
            let listener = try await board.client()
            var seq = try await listener.send(JoinThread(threadId: thread.id)).seq
            func told(_ postCount: Int64) async throws -> ThreadChanged {
                let message = try await listener.next(\.threadChanged)
                #expect(message.threadId == thread.id && message.from == seq && message.seq == seq + 1)
                #expect(message.postCount == postCount && message.hiddenCount.isMissing)
                seq = message.seq
                return message
            }
            func expect(_ state: PostState, _ postCount: Int64) async throws {
                let message = try await told(postCount)
                #expect(message.changes == [state] && message.thread.isMissing)
            }
            func expectThread(_ change: (inout ThreadSummary) -> Void) async throws {
                let message = try await told(1)
                var expected = try await listener.thread(thread.id)
                change(&expected)
                expected.can = .missing
                expected.unread = .missing
                expected.hiddenCount = .missing
                #expect(message.changes == [] && message.thread == .value(.live(expected)))
            }

            var post = try await ben.send(CreatePost(threadId: thread.id, body: "B", meta: ["k": 1])).post
            post.liked = .missing
            try await expect(.live(post), 1)
            let liked = try await aki.send(LikePost(postId: post.id))
            try await expect(.likes(id: post.id, threadId: thread.id, likeCount: 1, seq: liked.seq), 1)
            let unliked = try await aki.send(UnlikePost(postId: post.id))
            try await expect(.likes(id: post.id, threadId: thread.id, likeCount: 0, seq: unliked.seq), 1)
            post = try await ben.send(EditPost(postId: post.id, title: .value("T"), meta: .null)).post
            post.liked = .missing
            try await expect(.live(post), 1)
            let deleted = try await ben.send(DeletePost(postId: post.id))
            try await expect(.deleted(id: post.id, threadId: thread.id, seq: deleted.seq), 0)
            try await mio.command("restore post \(post.id)")
            post.seq += 2
            try await expect(.live(post), 1)
            try await aki.send(RenameThread(threadId: thread.id, title: "New"))
            try await expectThread { $0.title = "New" }
            try await mio.command("lock \(thread.id)")
            try await expectThread { $0.locked = true }
            try await mio.command("unlock \(thread.id)")
            try await expectThread { $0.locked = false }
        }
    }

    @Test("On the wire, what is the viewer's own is left out, and likes alone carry four members")
    func shape() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let wire = try await board.wire(token: ben.token)
            _ = try await wire.call("thread.join", ["threadId": thread.id.json])
            let post = try await aki.post(in: thread)
            let posted = try await wire.next("thread.changed")
            #expect(Set(posted.names) == ["threadId", "from", "seq", "postCount", "changes"])
            let change = try #require(posted["changes"]?.array?.first)
            #expect(
                Set(change.names) == [
                    "id", "threadId", "title", "body", "author", "image", "replyTo", "likeCount", "createdAt",
                    "editedAt", "meta", "seq",
                ])
            try await ben.send(LikePost(postId: post.id))
            let liked = try await wire.next("thread.changed")
            #expect(
                liked["changes"] == [
                    [
                        "id": post.id.json, "threadId": thread.id.json, "likeCount": 1,
                        "seq": .number(JSONNumber(post.seq + 1)),
                    ]
                ])
            try await aki.send(RenameThread(threadId: thread.id, title: "New"))
            let renamed = try #require(try await wire.next("thread.changed")["thread"])
            #expect(
                Set(renamed.names) == [
                    "id", "title", "category", "author", "createdAt", "lastPostAt", "postCount", "likeCount",
                    "seq", "locked", "pinned", "meta",
                ])
            try await aki.send(DeleteThread(threadId: thread.id))
            let deleted = try await wire.next("thread.changed")
            #expect(
                deleted["thread"]
                    == ["id": thread.id.json, "deleted": true, "seq": .number(JSONNumber(post.seq + 3))])
        }
    }

    @Test("A deleted thread's last message ends the subscription, also when it comes back")
    func tombstone() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let (thread, other) = (try await aki.open(), try await aki.open())
            let listener = try await board.client()
            for thread in [thread, other] { try await listener.send(JoinThread(threadId: thread.id)) }
            try await aki.send(DeleteThread(threadId: thread.id))
            let last = try await listener.next(\.threadChanged)
            #expect(last.thread == .value(.deleted(id: thread.id, seq: last.seq)) && last.changes.isEmpty)
            try await mio.command("restore thread \(thread.id)")
            try await aki.post(in: thread)
            try await aki.post(in: other)
            #expect(try await listener.next(\.threadChanged).threadId == other.id)
            // It can be joined again.
            let joined = try await listener.send(JoinThread(threadId: thread.id))
            try await aki.post(in: thread)
            #expect(try await listener.next(\.threadChanged).from == joined.seq)
        }
    }

    @Test("Four writers at once leave no gap and no repetition at any of three listeners")
    func writers() async throws {
        try await TestBoard.run { board in
            let writers = try await board.quickMembers((0..<4).map { "writer\($0)" })
            let thread = try await writers[0].open()
            var listeners: [TestClient] = []
            for _ in 0..<3 { listeners.append(try await board.client()) }
            for listener in listeners { try await listener.send(JoinThread(threadId: thread.id)) }
            let written = try await withThrowingTaskGroup(of: [PostID].self) { group in
                for writer in writers {
                    group.addTask { try await writer.posts(200, in: thread).map(\.id) }
                }
                return try await group.reduce(into: Set()) { $0.formUnion($1) }
            }
            #expect(written.count == 800)
            for listener in listeners {
                var (seq, told): (Int64, [PostID]) = (thread.seq, [])
                while told.count < 800 {
                    let message = try await listener.next(\.threadChanged)
                    #expect(message.from == seq && message.seq > seq)
                    #expect(message.changes.compactMap(\.seq) == Array(seq + 1...message.seq))
                    #expect(message.postCount == message.seq - thread.seq)
                    seq = message.seq
                    told += message.changes.map(\.id)
                }
                // Ids follow the order of the numbers: both are that of the commits.
                #expect(Set(told) == written && told == told.sorted())
            }
        }
    }

    @Test(
        "Whatever happens in whatever order, those who follow hold what a fresh reader reads",
        arguments: 0..<4)
    func anything(run: Int) async throws {
        try await TestBoard.run { board in
            var generator = SeededGenerator()
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "ben", "chie", "dan"])
            let thread = try await members[0].open()
            var followers = [try await board.follow(thread.id)]
            for member in members { followers.append(try await board.follow(thread.id, token: member.token)) }
            var posts = try await members[1].posts(4, in: thread)
            for number in 0..<150 {
                let member = members[Int.random(in: 0..<4, using: &generator)]
                guard let post = posts.randomElement(using: &generator) else { continue }
                do {
                    switch Int.random(in: 0..<14, using: &generator) {
                    case 0...3: posts.append(try await member.post("\(number)", in: thread))
                    case 4...6: try await member.send(LikePost(postId: post.id))
                    case 7: try await member.send(UnlikePost(postId: post.id))
                    case 8: try await mio.send(EditPost(postId: post.id, body: "Edited \(number)"))
                    case 9: try await mio.send(DeletePost(postId: post.id))
                    case 10: try await mio.command("restore post \(post.id)")
                    case 11: try await mio.send(RenameThread(threadId: thread.id, title: "\(number)"))
                    case 12: try await member.send(AddBlock(accountId: members[number % 4].id))
                    default: try await member.send(RemoveBlock(accountId: members[number % 4].id))
                    }
                } catch is Refusal {
                    // One's own post, what is deleted already, oneself: part of the game.
                }
                if let follower = followers.randomElement(using: &generator),
                    Int.random(in: 0..<20, using: &generator) == 0
                {
                    await follower.client.drop()
                    try await follower.resume(with: board.client(token: follower.token))
                }
            }
            for follower in followers {
                try await board.expectConverges(follower, "\(generator)")
                #expect(await follower.gaps == 0, "\(generator)")
            }
            try await board.expectExactCounts()
        }
    }
}
