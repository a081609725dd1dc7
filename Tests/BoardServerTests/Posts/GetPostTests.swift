import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Reading one post", .needsDatabase)
struct GetPostTests {
    @Test("Of somebody the viewer blocks it says only that it is there")
    func blocked() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post("Secret", in: thread)
            try await ben.send(AddBlock(accountId: aki.id))
            let wire = try await board.wire(token: ben.token)
            #expect(
                try await wire.call("post.get", ["postId": post.id.json])
                    == ["post": ["id": post.id.json, "threadId": thread.id.json, "blocked": true]])
            // A block has one direction.
            try await ben.send(RemoveBlock(accountId: aki.id))
            try await aki.send(AddBlock(accountId: ben.id))
            #expect(try await ben.send(GetPost(postId: post.id)).post == .live(post))
        }
    }

    @Test("What is deleted is not found, nor what lies in a deleted thread, nor what never was")
    func gone() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let (thread, other) = (try await aki.open(), try await aki.open())
            let (post, inDeleted) = (try await aki.post(in: thread), try await aki.post(in: other))
            try await aki.send(DeletePost(postId: post.id))
            try await aki.send(DeleteThread(threadId: other.id))
            let guest = try await board.client()
            for id in [post.id, inDeleted.id, PostID(rawValue: 99_999), PostID(rawValue: .max)] {
                for client in [guest, aki.client] {
                    #expect(try await client.refusal(of: GetPost(postId: id)).reason == .notFound)
                }
            }
        }
    }

    @Test("The author of a post whose account is deleted is nobody")
    func deletedAuthor() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let post = try await aki.post(in: aki.open())
            try await aki.send(DeleteAccount(password: TestMember.password))
            let wire = try await board.wire()
            let isErased = try await eventually {
                let read = try await wire.call("post.get", ["postId": post.id.json])
                return read["post"]?["author"] == ["id": nil, "name": nil]
            }
            #expect(isErased)
        }
    }
}
