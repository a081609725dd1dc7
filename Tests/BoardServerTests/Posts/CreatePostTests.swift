import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Posting in a thread", .needsDatabase)
struct CreatePostTests {
    @Test("A post has these members, whether they have a value or not")
    func shape() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            let reply = try await wire.call("post.create", ["threadId": thread.id.json, "body": "Where?"])
            #expect(reply.names.sorted() == ["post", "postCount", "seq"])
            let post = try #require(reply["post"])
            #expect(
                Set(post.names) == [
                    "id", "threadId", "title", "body", "author", "image", "replyTo", "likeCount", "liked",
                    "createdAt", "editedAt", "meta", "seq",
                ])
            for name in ["title", "image", "replyTo", "editedAt", "meta"] { #expect(post[name] == .null) }
            #expect(post["author"] == ["id": aki.id.json, "name": "aki"])
            #expect(post["likeCount"] == 0 && post["liked"] == false)
            #expect(post["seq"] == reply["seq"] && reply["postCount"] == 1)
        }
    }

    @Test("Each post raises the thread's number and count by one, and is its newest")
    func numbers() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            #expect(thread.lastPostAt == nil)
            for number in 1...3 {
                let reply = try await aki.send(CreatePost(threadId: thread.id, body: "Bowl \(number)"))
                #expect(reply.seq == thread.seq + Int64(number) && reply.postCount == Int64(number))
                let now = try await aki.thread(thread.id)
                #expect(now.seq == reply.seq && now.postCount == reply.postCount)
                #expect(now.lastPostAt == reply.post.createdAt)
            }
            try await board.expectExactCounts()
        }
    }

    @Test("Parameters that nobody knows are ignored")
    func unknownParameters() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            let reply = try await wire.call(
                "post.create",
                ["threadId": thread.id.json, "body": "x", "colour": "red", "authorId": "1", "seq": [5]])
            #expect(reply["post"]?["body"] == "x" && reply["post"]?["author"]?["id"] == aki.id.json)
        }
    }

    @Test("A request without an id is carried out, and not answered even where it is refused")
    func unanswered() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let wire = try await board.wire(token: aki.token)
            await wire.tell("post.create", ["threadId": thread.id.json, "body": "heard"])
            await wire.tell("post.create", ["threadId": thread.id.json, "body": ""])
            await wire.tell("post.create", ["threadId": "999", "body": "x"])
            let page = try await wire.call("post.list", ["threadId": thread.id.json])
            #expect(page["posts"]?.array?.map { $0["body"] } == ["heard"])
        }
    }
}
