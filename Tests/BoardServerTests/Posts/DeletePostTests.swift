import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Deleting a post", .needsDatabase)
struct DeletePostTests {
    @Test("It is gone from all that is read, and the thread's numbers are those of what is left")
    func gone() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let (first, last) = (try await aki.post(in: thread), try await aki.post(in: thread))
            let answer = try await ben.post(in: thread, replyTo: first.id)
            try await ben.send(LikePost(postId: first.id))
            try await ben.send(LikePost(postId: last.id))
            let before = try await aki.thread(thread.id)
            #expect(before.likeCount == 2 && before.lastPostAt == answer.createdAt)

            let wire = try await board.wire(token: aki.token)
            let reply = try await wire.call("post.delete", ["postId": first.id.json])
            #expect(reply == ["seq": .number(JSONNumber(before.seq + 1)), "postCount": 2])
            try await ben.send(DeletePost(postId: answer.id))

            let after = try await aki.thread(thread.id)
            #expect(after.postCount == 1 && after.likeCount == 1 && after.seq == before.seq + 2)
            #expect(after.lastPostAt == last.createdAt)
            #expect(try await aki.client.refusal(of: GetPost(postId: first.id)).reason == .notFound)
            for order in ListPosts.Order.allCases {
                let page = try await aki.send(ListPosts(threadId: thread.id, order: order))
                #expect(page.posts.map(\.id) == [last.id] && page.postCount == 1)
            }
            try await aki.send(DeletePost(postId: last.id))
            let empty = try await aki.thread(thread.id)
            #expect(empty.lastPostAt == nil && empty.likeCount == 0 && empty.postCount == 0)
            try await board.expectExactCounts()
        }
    }

    @Test("What is deleted already is not found, and changes nothing")
    func again() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            var replies: [Task<DeletePost.Reply, any Error>] = []
            for _ in 0..<10 { replies.append(await aki.client.begin(DeletePost(postId: post.id))) }
            var refused = 0
            for reply in replies {
                do {
                    #expect(try await reply.value == .init(seq: post.seq + 1, postCount: 0))
                } catch let refusal as Refusal {
                    #expect(refusal.reason == .notFound)
                    refused += 1
                }
            }
            #expect(refused == 9)
            #expect(try await aki.thread(thread.id).seq == post.seq + 1)
            let unknown = DeletePost(postId: PostID(rawValue: 99_999))
            #expect(try await aki.client.refusal(of: unknown).reason == .notFound)
            try await board.expectExactCounts()
        }
    }

    @Test("Thirty connections at once delete it once")
    func atOnce() async throws {
        try await TestBoard.run { board in
            let names = (0..<30).map { "mod\($0)" }
            let moderators = try await board.quickMembers(names, role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            var replies: [Task<DeletePost.Reply, any Error>] = []
            for moderator in moderators {
                for post in posts {
                    replies.append(await moderator.client.begin(DeletePost(postId: post.id)))
                }
            }
            var done = 0
            for reply in replies where (try? await reply.value) != nil { done += 1 }
            #expect(done == 3)
            let now = try await aki.thread(thread.id)
            #expect(now.postCount == 0 && now.seq == thread.seq + 6)
            try await board.expectExactCounts()
        }
    }

    @Test("One's own, or any for those who moderate")
    func who() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let (first, second) = (try await aki.post(in: thread), try await aki.post(in: thread))
            let guest = try await board.client()
            #expect(try await guest.refusal(of: DeletePost(postId: first.id)).reason == .loginRequired)
            // The thread is ben's neither, nor would that help.
            #expect(try await ben.client.refusal(of: DeletePost(postId: first.id)).reason == .forbidden)
            let inOwn = try await ben.post(in: thread)
            #expect(try await aki.client.refusal(of: DeletePost(postId: inOwn.id)).reason == .forbidden)
            try await aki.send(DeletePost(postId: first.id))
            try await mio.send(DeletePost(postId: second.id))
            #expect(try await aki.thread(thread.id).postCount == 1)
        }
    }

    @Test("Withdrawing is open to the suspended, and in a locked thread")
    func withdrawing() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let (first, second) = (try await aki.post(in: thread), try await aki.post(in: thread))
            try await mio.command("lock \(thread.id)")
            #expect(try await aki.send(DeletePost(postId: first.id)).postCount == 1)
            try await mio.command("suspend aki forever")
            #expect(try await aki.send(DeletePost(postId: second.id)).postCount == 0)
        }
    }

    @Test("A malformed id is refused by its name")
    func malformed() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire(token: board.quickMember("aki").token)
            for id: JSON in [.null, 5, "x", "", "+5", "05", " 5", "5.0", [:], "9223372036854775808"] {
                let refusal = try await wire.refusal(of: "post.delete", ["postId": id])
                #expect(refusal.reason == .invalidParams && refusal.field == "postId", "\(id)")
            }
        }
    }
}
