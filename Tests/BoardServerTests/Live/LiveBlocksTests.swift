import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("A block takes effect on open connections at once", .needsDatabase)
struct LiveBlocksTests {
    @Test("All connections of the blocker hear of it, with the new hidden counts, at the number they had")
    func everywhere() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await ben.open()
            try await aki.posts(2, in: thread)
            let last = try await ben.post(in: thread)
            let elsewhere = try await board.member(with: ben.token)
            let guest = try await board.client()
            for client in [ben.client, elsewhere.client, guest] {
                try await client.send(JoinThread(threadId: thread.id))
                try await client.send(WatchCounts(threadIds: [thread.id]))
            }
            let others = try await board.follow(thread.id)
            try await ben.send(AddBlock(accountId: aki.id))
            for client in [ben.client, elsewhere.client] {
                let block = try await client.next(\.blockChanged)
                #expect(block.accountId == aki.id && block.blocked)
                let message = try await client.next(\.threadChanged)
                #expect(message.from == last.seq && message.seq == last.seq && message.changes.isEmpty)
                #expect(
                    message.postCount == 3 && message.hiddenCount == .value(2) && message.thread.isMissing)
                let counts = try await client.next(\.countsChanged)
                #expect(
                    counts.counts == [
                        .init(
                            threadId: thread.id, postCount: .value(3), hiddenCount: .value(2), seq: last.seq)
                    ])
            }
            let secret = try await aki.post("Secret", in: thread)
            for client in [ben.client, elsewhere.client] {
                let message = try await client.next(\.threadChanged)
                #expect(message.from == last.seq && message.seq == secret.seq && message.changes.isEmpty)
                #expect(message.postCount == 4 && message.hiddenCount == .value(3))
                let counts = try await client.next(\.countsChanged) {
                    $0.counts.contains { $0.seq == secret.seq }
                }
                #expect(counts.counts.map(\.hiddenCount) == [.value(3)])
            }
            try await elsewhere.send(RemoveBlock(accountId: aki.id))
            for client in [ben.client, elsewhere.client] {
                #expect(try await client.next(\.blockChanged).blocked == false)
                let message = try await client.next(\.threadChanged)
                #expect(message.from == secret.seq && message.seq == secret.seq && message.changes.isEmpty)
                #expect(message.hiddenCount.value ?? 0 == 0)
            }
            let shown = try await aki.post("Not secret", in: thread)
            for client in [ben.client, elsewhere.client] {
                #expect(try await client.next(\.threadChanged).changes.map(\.id) == [shown.id])
            }
            // To all others it is as if nothing had been.
            #expect(try await guest.next(\.threadChanged).changes.map(\.id) == [secret.id])
            try await board.expectConverges(others)
            #expect(await guest.takeUnread(\.blockChanged) == nil)
        }
    }

    @Test("Nothing that a blocked author does shows, and all of it moves the number on")
    func nothingShows() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let (aki, ben, chie) = (members[0], members[1], members[2])
            let thread = try await ben.open()
            let before = try await aki.post("Before", in: thread)
            try await ben.send(AddBlock(accountId: aki.id))
            var seq = try await ben.send(JoinThread(threadId: thread.id)).seq
            let post = try await aki.post("Secret", in: thread)
            try await aki.send(EditPost(postId: before.id, body: "Edited"))
            try await chie.send(LikePost(postId: post.id))
            try await chie.send(UnlikePost(postId: post.id))
            try await aki.send(DeletePost(postId: before.id))
            try await mio.command("restore post \(before.id)")
            let last = try await chie.post("Seen", in: thread)
            while seq < last.seq {
                let message = try await ben.client.next(\.threadChanged)
                #expect(message.from == seq)
                #expect(message.changes.allSatisfy { $0.id == last.id })
                seq = message.seq
            }
            #expect(seq == last.seq)
            #expect(try await ben.thread(thread.id).hiddenCount == .value(2))
        }
    }

    @Test("Blocks of many authors, made and lifted while they post, end with what a fresh reader reads")
    func many() async throws {
        try await TestBoard.run { board in
            let authors = try await board.quickMembers((0..<6).map { "author\($0)" })
            let ben = try await board.quickMember("ben")
            let thread = try await ben.open()
            let followers = [
                try await board.follow(thread.id, token: ben.token),
                try await board.follow(thread.id, token: ben.token), try await board.follow(thread.id),
            ]
            try await withThrowingTaskGroup(of: Void.self) { group in
                for author in authors { group.addTask { try await author.posts(40, in: thread) } }
                group.addTask {
                    for round in 0..<8 {
                        for (index, author) in authors.enumerated() {
                            if (index + round).isMultiple(of: 3) {
                                try await ben.send(RemoveBlock(accountId: author.id))
                            } else {
                                try await ben.send(AddBlock(accountId: author.id))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
            for follower in followers {
                try await board.expectConverges(follower)
                #expect(await follower.gaps == 0)
            }
        }
    }
}
