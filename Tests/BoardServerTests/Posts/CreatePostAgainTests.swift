import BoardProtocol
import BoardTestSupport
import Testing

@Suite("The same request to post again, by its key", .needsDatabase)
struct CreatePostAgainTests {
    @Test("The same key from thirty connections at once makes one post")
    func sameKeyAtOnce() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let follower = try await board.follow(thread.id)
            var connections: [TestMember] = []
            for _ in 0..<30 { connections.append(try await board.member(with: aki.token)) }
            let request = CreatePost(threadId: thread.id, body: "Once", clientKey: "k")
            var replies: [Task<CreatePost.Reply, any Error>] = []
            for connection in connections { replies.append(await connection.client.begin(request)) }
            var answers: [Post] = []
            for reply in replies { answers.append(try await reply.value.post) }
            #expect(Set(answers.map(\.id)).count == 1)
            let page = try await aki.send(ListPosts(threadId: thread.id))
            #expect(page.posts.map(\.id) == [answers[0].id] && page.postCount == 1)
            #expect(page.seq == thread.seq + 1)
            try await board.expectConverges(follower)
            try await board.expectExactCounts()
        }
    }

    @Test("A key is a member's own, and one method's own")
    func keysAreApart() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.send(CreateThread(title: "Ramen", clientKey: "k")).thread
            let request = CreatePost(threadId: thread.id, body: "x", clientKey: "k")
            let first = try await aki.send(request).post
            let second = try await ben.send(request).post
            #expect(first.id != second.id && second.author == ben.author)
            #expect(try await aki.thread(thread.id).postCount == 2)
        }
    }

    @Test("A known key is answered with the post as it is now, whatever has happened since")
    func knownKey() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let request = CreatePost(threadId: thread.id, body: "Once", clientKey: "k")
            let post = try await aki.send(request).post
            let edited = try await aki.send(EditPost(postId: post.id, body: "Twice")).post
            let other = try await aki.open()
            // What the repeated request says otherwise does not count.
            let again = CreatePost(threadId: other.id, body: "Other", clientKey: "k")
            for repeated in [request, again] {
                let reply = try await aki.send(repeated)
                #expect(reply.post == edited && reply.seq == edited.seq && reply.postCount == 1)
            }
            try await mio.command("lock \(thread.id)")
            #expect(try await aki.send(request).post.id == post.id)
            try await mio.command("suspend aki forever")
            #expect(try await aki.send(request).post.id == post.id)

            try await aki.send(DeletePost(postId: post.id))
            #expect(try await aki.client.refusal(of: request).reason == .notFound)
            try await mio.command("restore post \(post.id)")
            #expect(try await aki.send(request).post.id == post.id)
            try await mio.command("delete thread \(thread.id)")
            #expect(try await aki.client.refusal(of: request).reason == .notFound)
            try await board.expectExactCounts()
        }
    }

    @Test("A refused request leaves its key unused")
    func refusedKey() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await mio.command("lock \(thread.id)")
            let request = CreatePost(threadId: thread.id, body: "x", clientKey: "k")
            #expect(try await aki.client.refusal(of: request).reason == .locked)
            try await mio.command("unlock \(thread.id)")
            #expect(try await aki.send(request).postCount == 1)
        }
    }
}
