import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Liking a post", .needsDatabase)
struct LikePostTests {
    @Test("A like counts once for each member; liking again changes nothing and is told to nobody")
    func once() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let listener = try await board.client()
            try await listener.send(JoinThread(threadId: thread.id))
            for _ in 0..<3 {
                let state = try await ben.send(LikePost(postId: post.id))
                #expect(state == LikeState(liked: true, likeCount: 1, seq: post.seq + 1))
            }
            let last = try await aki.post("That is all.", in: thread)
            #expect(last.seq == post.seq + 2)
            let first = try await listener.next(\.threadChanged)
            #expect(
                first.changes == [
                    .likes(id: post.id, threadId: thread.id, likeCount: 1, seq: post.seq + 1)
                ])
            let second = try await listener.next(\.threadChanged)
            #expect(second.changes.map(\.id) == [last.id])
            try await board.expectExactCounts()
        }
    }

    @Test("Thirty members at once make thirty likes")
    func atOnce() async throws {
        try await TestBoard.run { board in
            let fans = try await board.quickMembers((0..<30).map { "fan\($0)" })
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let follower = try await board.follow(thread.id)
            var replies: [Task<LikeState, any Error>] = []
            for fan in fans { replies.append(await fan.client.begin(LikePost(postId: post.id))) }
            for reply in replies {
                let state = try await reply.value
                #expect(state.liked && (1...30).contains(state.likeCount))
            }
            #expect(try await aki.thread(thread.id).likeCount == 30)
            try await board.expectConverges(follower)
            try await board.expectExactCounts()
        }
    }

    @Test("Twenty in one breath from one member are one")
    func oneBreath() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let post = try await aki.post(in: aki.open())
            var replies: [Task<LikeState, any Error>] = []
            for _ in 0..<20 { replies.append(await ben.client.begin(LikePost(postId: post.id))) }
            for reply in replies {
                #expect(try await reply.value == LikeState(liked: true, likeCount: 1, seq: post.seq + 1))
            }
        }
    }

    @Test("Liking and withdrawing in one breath end as the last one says")
    func backAndForth() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            var replies: [Task<LikeState, any Error>] = []
            for number in 0..<21 {
                replies.append(
                    number.isMultiple(of: 2)
                        ? await ben.client.begin(LikePost(postId: post.id))
                        : await ben.client.begin(UnlikePost(postId: post.id)))
            }
            for (number, reply) in replies.enumerated() {
                let state = try await reply.value
                #expect(state.liked == number.isMultiple(of: 2))
                #expect(state.likeCount == (number.isMultiple(of: 2) ? 1 : 0))
            }
            #expect(try await ben.thread(thread.id).likeCount == 1)
            try await board.expectExactCounts()
        }
    }

    @Test("Whether one likes it is one's own; how many do is everybody's")
    func viewersOwn() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            try await ben.send(LikePost(postId: post.id))
            let guest = try await board.client()
            for (client, liked) in [(aki.client, false), (ben.client, true), (guest, false)] {
                let page = try await client.send(ListPosts(threadId: thread.id))
                #expect(page.posts.map(\.liked) == [.value(liked)] && page.posts.map(\.likeCount) == [1])
                guard case .live(let read) = try await client.send(GetPost(postId: post.id)).post else {
                    Issue.record("the post is not there")
                    continue
                }
                #expect(read == page.posts[0])
            }
        }
    }

    @Test("Not one's own post, not what is gone, not what is by somebody one blocks")
    func refusals() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let (post, deleted) = (try await aki.post(in: thread), try await aki.post(in: thread))
            try await aki.send(DeletePost(postId: deleted.id))
            #expect(try await aki.client.refusal(of: LikePost(postId: post.id)).reason == .forbidden)
            #expect(try await ben.client.refusal(of: LikePost(postId: deleted.id)).reason == .notFound)
            let unknown = LikePost(postId: PostID(rawValue: 99_999))
            #expect(try await ben.client.refusal(of: unknown).reason == .notFound)
            try await ben.send(AddBlock(accountId: aki.id))
            #expect(try await ben.client.refusal(of: LikePost(postId: post.id)).reason == .notFound)
            try await ben.send(RemoveBlock(accountId: aki.id))
            try await aki.send(DeleteThread(threadId: thread.id))
            #expect(try await ben.client.refusal(of: LikePost(postId: post.id)).reason == .notFound)
            // The lowest: what a guest asks for is refused before the target is looked at.
            let guest = try await board.client()
            #expect(try await guest.refusal(of: unknown).reason == .loginRequired)
        }
    }

    @Test("The suspended do not like; in a locked thread likes go on")
    func suspendedAndLocked() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            try await mio.command("lock \(thread.id)")
            #expect(try await ben.send(LikePost(postId: post.id)).likeCount == 1)
            #expect(try await mio.send(LikePost(postId: post.id)).likeCount == 2)
            try await mio.command("suspend ben 1d")
            let other = try await aki.post(in: aki.open())
            #expect(try await ben.client.refusal(of: LikePost(postId: other.id)).reason == .suspended)
        }
    }

    @Test("Several likes that come together are exact, post by post")
    func manyPosts() async throws {
        try await TestBoard.run { board in
            let fans = try await board.quickMembers((0..<8).map { "fan\($0)" })
            let aki = try await board.quickMember("aki")
            let threads = [try await aki.open(), try await aki.open()]
            var posts: [Post] = []
            for thread in threads { posts += try await aki.posts(5, in: thread) }
            let followers = [
                try await board.follow(threads[0].id), try await board.follow(threads[1].id),
            ]
            var generator = SeededGenerator()
            var expected: [PostID: Set<Int>] = [:]
            var replies: [Task<LikeState, any Error>] = []
            for _ in 0..<400 {
                let (fan, post) = (
                    Int.random(in: 0..<8, using: &generator), posts.randomElement(using: &generator)
                )
                guard let post else { continue }
                if Bool.random(using: &generator) {
                    expected[post.id, default: []].insert(fan)
                    replies.append(await fans[fan].client.begin(LikePost(postId: post.id)))
                } else {
                    expected[post.id, default: []].remove(fan)
                    replies.append(await fans[fan].client.begin(UnlikePost(postId: post.id)))
                }
            }
            for reply in replies { _ = try await reply.value }
            for thread in threads {
                for post in try await aki.client.all(ListPosts(threadId: thread.id)) {
                    #expect(post.likeCount == Int64(expected[post.id]?.count ?? 0), "\(generator)")
                }
            }
            for follower in followers { try await board.expectConverges(follower, "\(generator)") }
            try await board.expectExactCounts()
        }
    }
}
