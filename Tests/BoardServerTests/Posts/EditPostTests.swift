import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Editing a post", .needsDatabase)
struct EditPostTests {
    @Test("What is left out stays, null clears, and each edit raises the number by one")
    func parts() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let meta: JSON = ["k": 1]
            let request = CreatePost(threadId: thread.id, title: "T", body: "B", meta: meta)
            var before = try await aki.send(request).post
            let edits: [(EditPost, title: String?, body: String, meta: JSON?)] = [
                (EditPost(postId: before.id, title: .value("T2")), "T2", "B", meta),
                (EditPost(postId: before.id, body: "B2"), "T2", "B2", meta),
                (EditPost(postId: before.id, meta: .value(["k": 2])), "T2", "B2", ["k": 2]),
                (EditPost(postId: before.id, title: .null), nil, "B2", ["k": 2]),
                (EditPost(postId: before.id, meta: .null), nil, "B2", nil),
                (
                    EditPost(postId: before.id, title: .value("T3"), body: "B3", meta: .value([:])), "T3",
                    "B3", [:]
                ),
            ]
            for (edit, title, body, meta) in edits {
                let after = try await aki.send(edit).post
                #expect(after.title == title && after.body == body && after.meta == meta)
                #expect(after.seq == before.seq + 1 && after.createdAt == before.createdAt)
                #expect(after.author == aki.author && after.editedAt != nil)
                #expect(try await aki.send(GetPost(postId: after.id)).post == .live(after))
                before = after
            }
            #expect(try await aki.thread(thread.id).seq == before.seq)
            #expect(try await aki.thread(thread.id).lastPostAt == before.createdAt)
        }
    }

    @Test("An edit that changes nothing is none")
    func nothing() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post("B", in: thread, title: "T")
            for edit in [
                EditPost(postId: post.id), EditPost(postId: post.id, title: .value("T")),
                EditPost(postId: post.id, title: .value(" T "), body: "B\n", meta: .null),
            ] {
                #expect(try await aki.send(edit).post == post)
            }
            #expect(try await aki.thread(thread.id).seq == post.seq)
        }
    }

    @Test("What does not keep the rules is refused by the name of the parameter")
    func refusals() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let post = try await aki.post(in: aki.open())
            let wire = try await board.wire(token: aki.token)
            let id = post.id.json
            let wrong: [(String, JSON)] = [
                ("postId", ["body": "x"]), ("postId", ["postId": 5, "body": "x"]),
                ("body", ["postId": id, "body": ""]), ("body", ["postId": id, "body": 5]),
                ("title", ["postId": id, "title": "\u{200B}"]), ("title", ["postId": id, "title": 5]),
                ("meta", ["postId": id, "meta": [1]]), ("meta", ["postId": id, "meta": "x"]),
            ]
            for (field, params) in wrong {
                let refusal = try await wire.refusal(of: "post.edit", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field, "\(params): \(refusal)")
            }
            #expect(try await aki.send(GetPost(postId: post.id)).post == .live(post))
        }
    }

    @Test(
        "One's own, or any for those who moderate",
        arguments: [
            ("guest", Refusal.Reason.loginRequired), ("other", .forbidden), ("author", nil),
            ("moderator", nil), ("admin", nil),
        ])
    func who(name: String, reason: Refusal.Reason?) async throws {
        try await TestBoard.run { board in
            let author = try await board.quickMember("author")
            let post = try await author.post(in: author.open())
            let editor: TestClient =
                switch name {
                case "guest": try await board.client()
                case "author": author.client
                case "other": try await board.quickMember(name).client
                case "moderator": try await board.quickMember(name, role: .moderator).client
                default: try await board.quickMember(name, role: .admin).client
                }
            let edit = EditPost(postId: post.id, body: "Other words")
            if let reason {
                #expect(try await editor.refusal(of: edit).reason == reason)
            } else {
                let edited = try await editor.send(edit).post
                #expect(edited.body == "Other words" && edited.author == author.author)
            }
        }
    }

    @Test("In a locked thread only those who moderate edit, and the suspended nowhere")
    func lockedAndSuspended() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            try await mio.command("lock \(thread.id)")
            let edit = EditPost(postId: post.id, body: "x")
            #expect(try await aki.client.refusal(of: edit).reason == .locked)
            #expect(try await mio.send(EditPost(postId: post.id, body: "y")).post.body == "y")
            try await mio.command("suspend aki 1h")
            #expect(try await aki.client.refusal(of: edit).reason == .suspended)
            try await mio.command("unlock \(thread.id)")
            #expect(try await aki.client.refusal(of: edit).reason == .suspended)
        }
    }

    @Test("What is deleted is not there to be edited")
    func deleted() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let (post, kept) = (try await aki.post(in: thread), try await aki.post(in: thread))
            try await aki.send(DeletePost(postId: post.id))
            #expect(
                try await aki.client.refusal(of: EditPost(postId: post.id, body: "x")).reason == .notFound)
            try await aki.send(DeleteThread(threadId: thread.id))
            #expect(
                try await aki.client.refusal(of: EditPost(postId: kept.id, body: "x")).reason == .notFound)
        }
    }

    @Test("Edits in one breath take effect in the order sent, and reads see them")
    func order() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let post = try await aki.post(in: aki.open())
            var replies: [Task<EditPost.Reply, any Error>] = []
            for number in 1...20 {
                replies.append(await aki.client.begin(EditPost(postId: post.id, body: "\(number)")))
            }
            let read = await aki.client.begin(GetPost(postId: post.id))
            for (number, reply) in replies.enumerated() {
                let edited = try await reply.value.post
                #expect(edited.body == "\(number + 1)" && edited.seq == post.seq + Int64(number) + 1)
            }
            guard case .live(let last) = try await read.value.post else {
                Issue.record("the post is not there")
                return
            }
            #expect(last.body == "20")
        }
    }
}
