import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Who may post, where, and in answer to what", .needsDatabase)
struct CreatePostRightsTests {
    @Test("A guest is told to log in, before anything about the thread")
    func guest() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            let answer = try await wire.answer(
                toFrame:
                    #"{"jsonrpc":"2.0","id":1,"method":"post.create","params":{"threadId":"9","body":"x"}}"#)
            #expect(answer["error"]?["code"] == -32001)
            #expect(answer["error"]?["data"] == ["reason": "loginRequired"])
        }
    }

    @Test("In a locked thread nobody posts", arguments: [Role.member, .moderator, .admin])
    func locked(role: Role) async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let member = try await board.quickMember("aki", role: role)
            let thread = try await member.open()
            try await mio.command("lock \(thread.id)")
            let refusal = try await member.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(refusal.reason == .locked)
            try await mio.command("unlock \(thread.id)")
            try await member.post(in: thread)
        }
    }

    @Test("The suspended do not post, and are told until when and why, before anything about the thread")
    func suspended() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await mio.command("lock \(thread.id)")
            try await mio.command("suspend aki 10m too loud")
            for id in [thread.id, ThreadID(rawValue: 99_999)] {
                let refusal = try await aki.client.refusal(of: CreatePost(threadId: id, body: "x"))
                #expect(refusal.reason == .suspended && refusal.suspension?.why == "too loud")
                #expect(try #require(refusal.suspension?.until) > thread.createdAt)
            }
            try await mio.command("suspend aki forever")
            let forever = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(forever.suspension == .init(until: nil, why: nil))
        }
    }

    @Test("In a thread that is not there, or no longer, nobody posts")
    func noThread() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await aki.send(DeleteThread(threadId: thread.id))
            for id in [thread.id, ThreadID(rawValue: 99_999), ThreadID(rawValue: .max)] {
                let refusal = try await aki.client.refusal(of: CreatePost(threadId: id, body: "x"))
                #expect(refusal.reason == .notFound)
            }
        }
    }

    @Test("An answer is to a live post of the same thread, by somebody whom its author does not block")
    func replies() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let ben = try await board.quickMember("ben")
            let (thread, other) = (try await aki.open(), try await aki.open())
            let post = try await ben.post(in: thread)
            #expect(try await aki.post("Here.", in: thread, replyTo: post.id).replyTo == post.id)

            let elsewhere = try await ben.post(in: other)
            let deleted = try await ben.post(in: thread)
            try await ben.send(DeletePost(postId: deleted.id))
            func refusal(_ replyTo: PostID) async throws -> Refusal.Reason {
                let request = CreatePost(threadId: thread.id, body: "x", replyTo: replyTo)
                return try await aki.client.refusal(of: request).reason
            }
            #expect(try await refusal(elsewhere.id) == .notFound)
            #expect(try await refusal(deleted.id) == .notFound)
            #expect(try await refusal(PostID(rawValue: 99_999)) == .notFound)
            try await aki.send(AddBlock(accountId: ben.id))
            #expect(try await refusal(post.id) == .notFound)
            #expect(try await aki.thread(thread.id).postCount == 2)
        }
    }
}
