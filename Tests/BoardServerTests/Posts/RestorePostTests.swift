import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Bringing a deleted post back", .needsDatabase)
struct RestorePostTests {
    @Test("It is there again with its likes, where it was, and everybody hears of it")
    func back() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            try await ben.send(LikePost(postId: posts[1].id))
            let follower = try await board.follow(thread.id)
            try await aki.send(DeletePost(postId: posts[1].id))
            try await mio.command("restore post \(posts[1].id)")
            let now = try await aki.thread(thread.id)
            #expect(now.postCount == 3 && now.likeCount == 1 && now.lastPostAt == posts[2].createdAt)
            let page = try await ben.send(ListPosts(threadId: thread.id, order: .oldest))
            #expect(page.posts.map(\.id) == posts.map(\.id))
            #expect(page.posts[1].liked == .value(true) && page.posts[1].likeCount == 1)
            #expect(page.posts[1].seq == now.seq)
            try await board.expectConverges(follower)
            try await board.expectExactCounts()
        }
    }

    @Test("Deleting, restoring and deleting again counts each time once")
    func roundAndRound() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            try await aki.post(in: thread)
            try await ben.send(LikePost(postId: post.id))
            try await ben.send(AddBlock(accountId: aki.id))
            let follower = try await board.follow(thread.id)
            let blocker = try await board.follow(thread.id, token: ben.token)
            var seq = try await aki.thread(thread.id).seq
            for _ in 0..<5 {
                let deletion = try await aki.send(DeletePost(postId: post.id))
                #expect(deletion == .init(seq: seq + 1, postCount: 1))
                #expect(try await ben.thread(thread.id).hiddenCount == .value(1))
                try await mio.command("restore post \(post.id)")
                let now = try await ben.thread(thread.id)
                #expect(now.seq == seq + 2 && now.postCount == 2 && now.likeCount == 1)
                #expect(now.hiddenCount == .value(2))
                seq = now.seq
            }
            try await board.expectConverges(follower)
            try await board.expectConverges(blocker)
            try await board.expectExactCounts()
        }
    }

    @Test("What is not deleted cannot be brought back, nor what is not there, nor into a deleted thread")
    func refusals() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            func refusal(_ line: String) async throws -> Refusal.Reason {
                try await mio.client.refusal(of: RunCommand(command: line)).reason
            }
            #expect(try await refusal("restore post \(post.id)") == .conflict)
            #expect(try await refusal("restore post 99999") == .notFound)
            #expect(try await refusal("restore post x") == .invalidParams)
            try await aki.send(DeletePost(postId: post.id))
            #expect(
                try await aki.client.refusal(of: RunCommand(command: "restore post \(post.id)")).reason
                    == .forbidden)
            try await mio.command("delete thread \(thread.id)")
            #expect(try await refusal("restore post \(post.id)") == .notFound)
            try await board.expectExactCounts()
        }
    }

    @Test("A liked post that comes back counts again in the order of likes")
    func popular() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            try await ben.send(LikePost(postId: posts[0].id))
            try await aki.send(DeletePost(postId: posts[0].id))
            try await mio.command("restore post \(posts[0].id)")
            let page = try await ben.send(ListPosts(threadId: thread.id, order: .popular))
            #expect(page.posts.map(\.id) == [posts[0].id, posts[2].id, posts[1].id])
            // A like given before the deletion is still one's own to withdraw.
            let state = try await ben.send(UnlikePost(postId: posts[0].id))
            #expect(!state.liked && state.likeCount == 0)
            try await board.expectExactCounts()
        }
    }
}
