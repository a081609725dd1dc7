import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Lifting a block", .needsDatabase)
struct RemoveBlockTests {
    @Test("All is there again; lifting what is not there changes nothing")
    func back() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            try await ben.send(AddBlock(accountId: aki.id))
            #expect(try await ben.send(ListPosts(threadId: thread.id)).posts.isEmpty)
            for _ in 0..<2 { try await ben.send(RemoveBlock(accountId: aki.id)) }
            #expect(try await ben.send(ListPosts(threadId: thread.id)).posts == [post])
            #expect(try await ben.send(ListThreads()).threads.map(\.id) == [thread.id])
            #expect(try await ben.thread(thread.id).hiddenCount == .value(0))
            try await ben.send(LikePost(postId: post.id))
        }
    }

    @Test("Guests lift none")
    func guest() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let guest = try await board.client()
            #expect(try await guest.refusal(of: RemoveBlock(accountId: aki.id)).reason == .loginRequired)
        }
    }

    @Test("Blocking and lifting in one breath end as the last one says, on all connections")
    func backAndForth() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            try await aki.posts(3, in: thread)
            let follower = try await board.follow(thread.id, token: ben.token)
            for _ in 0..<10 {
                let block = await ben.client.begin(AddBlock(accountId: aki.id))
                let lift = await ben.client.begin(RemoveBlock(accountId: aki.id))
                _ = try await (block.value, lift.value)
            }
            try await ben.send(AddBlock(accountId: aki.id))
            try await board.expectConverges(follower)
            #expect(await follower.replica.hiddenCount == 3)
            try await ben.send(RemoveBlock(accountId: aki.id))
            try await board.expectConverges(follower)
            #expect(await follower.replica.posts.count == 3)
        }
    }
}
