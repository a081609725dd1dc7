import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Withdrawing a like", .needsDatabase)
struct UnlikePostTests {
    @Test("It counts once; what was not liked stays as it is and is told to nobody")
    func once() async throws {
        try await TestBoard.run { board in
            let names = ["aki", "ben", "chie"]
            let members = try await board.quickMembers(names)
            let (aki, ben, chie) = (members[0], members[1], members[2])
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let listener = try await board.client()
            try await listener.send(JoinThread(threadId: thread.id))
            let never = try await ben.send(UnlikePost(postId: post.id))
            #expect(!never.liked && never.likeCount == 0)
            try await ben.send(LikePost(postId: post.id))
            try await chie.send(LikePost(postId: post.id))
            for _ in 0..<3 {
                let state = try await ben.send(UnlikePost(postId: post.id))
                #expect(state == LikeState(liked: false, likeCount: 1, seq: post.seq + 3))
            }
            // Likes that come close together may share a message, which then has the newest number alone.
            let told: [Int64: Int64] = [1: 1, 2: 2, 3: 1]
            var seq = post.seq
            while seq < post.seq + 3 {
                let message = try await listener.next(\.threadChanged)
                #expect(message.from == seq && message.seq > seq && message.seq <= post.seq + 3)
                seq = message.seq
                let likes = try #require(told[seq - post.seq])
                #expect(
                    message.changes == [
                        .likes(id: post.id, threadId: thread.id, likeCount: likes, seq: seq)
                    ])
            }
            let last = try await aki.post("That is all.", in: thread)
            #expect(try await listener.next(\.threadChanged).changes.map(\.id) == [last.id])
            #expect(try await aki.thread(thread.id).likeCount == 1)
            try await board.expectExactCounts()
        }
    }

    @Test("It is open to the suspended, and to those who block the author since")
    func withdrawing() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(2, in: thread)
            for post in posts { try await ben.send(LikePost(postId: post.id)) }
            try await mio.command("lock \(thread.id)")
            try await mio.command("suspend ben forever")
            #expect(try await ben.send(UnlikePost(postId: posts[0].id)).likeCount == 0)
            try await ben.send(AddBlock(accountId: aki.id))
            #expect(try await ben.send(UnlikePost(postId: posts[1].id)).likeCount == 0)
            try await board.expectExactCounts()
        }
    }

    @Test("Not from what is gone, not from one's own, not by guests")
    func refusals() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(2, in: thread)
            try await ben.send(LikePost(postId: posts[0].id))
            try await aki.send(DeletePost(postId: posts[0].id))
            #expect(try await ben.client.refusal(of: UnlikePost(postId: posts[0].id)).reason == .notFound)
            #expect(try await aki.client.refusal(of: UnlikePost(postId: posts[1].id)).reason == .forbidden)
            let guest = try await board.client()
            #expect(try await guest.refusal(of: UnlikePost(postId: posts[1].id)).reason == .loginRequired)
        }
    }
}
