import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("What moderators see of a post", .needsDatabase)
struct ShowPostTests {
    @Test("What it said before each edit, newest first, by whom, and what was reported")
    func history() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post("First", in: thread, title: "Title")
            try await ben.send(CreateReport(postId: post.id, why: "rude"))
            try await aki.send(EditPost(postId: post.id, body: "Second"))
            // An edit that changes no text keeps none.
            try await aki.send(EditPost(postId: post.id, body: "Second", meta: .value(["k": 1])))
            try await mio.send(EditPost(postId: post.id, title: .null, body: "Third"))
            let reply = try await mio.command("show \(post.id)")
            let shown = try #require(reply.data["post"])
            #expect(shown["id"] == post.id.json && shown["threadId"] == thread.id.json)
            #expect(shown["author"] == ["id": aki.id.json, "name": "aki"])
            #expect(shown["title"] == .null && shown["body"] == "Third" && shown["meta"] == ["k": 1])
            #expect(shown["deleted"] == false && shown["deletedAt"] == .null && shown["deletedBy"] == .null)
            let edits = try #require(reply.data["edits"]?.array)
            #expect(edits.map { $0["body"] } == ["Second", "First"])
            #expect(edits.map { $0["title"] } == ["Title", "Title"])
            #expect(edits.map { $0["by"] } == ["mio", "aki"])
            let reports = try #require(reply.data["reports"]?.array)
            #expect(reports.map { $0["body"] } == ["First"] && reports.map { $0["by"] } == ["ben"])
            for text in ["First", "Second", "Third", "rude"] { #expect(reply.text.contains(text)) }
        }
    }

    @Test("Also a deleted one, with who took it off and why, and one of a deleted thread")
    func deleted() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let posts = try await aki.posts(2, in: thread)
            try await mio.audited("delete post \(posts[0].id) too loud")
            let first = try await mio.command("show \(posts[0].id)")
            #expect(
                first.data["post"]?["deleted"] == true && first.data["post"]?["body"]?.string == posts[0].body
            )
            #expect(first.data["post"]?["deletedBy"] == "mio" && first.data["post"]?["why"] == "too loud")
            try await aki.send(DeletePost(postId: posts[1].id))
            let second = try await mio.command("show \(posts[1].id)").data["post"]
            #expect(second?["deletedBy"] == "aki" && second?["why"] == .null)
            try await mio.audited("delete thread \(thread.id)")
            #expect(try await mio.command("show \(posts[0].id)").text.contains("thread is deleted"))
            #expect(try await mio.refusal(ofCommand: "show 999").reason == .notFound)
            #expect(try await aki.refusal(ofCommand: "show \(posts[0].id)").reason == .forbidden)
        }
    }

    @Test("At most a hundred former texts are kept: the first 99 and the newest")
    func hundred() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post("text 0", in: thread)
            for number in 1...130 { try await aki.send(EditPost(postId: post.id, body: "text \(number)")) }
            let edits = try #require(try await mio.command("show \(post.id)").data["edits"]?.array)
            #expect(edits.count == 100)
            #expect(
                edits.map { $0["body"]?.string } == (["text 129"] + (0..<99).reversed().map { "text \($0)" }))
        }
    }

    @Test("What is kept goes on in order when its beginning is let go")
    func afterRetention() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post("text 0", in: thread)
            for number in 1...5 { try await aki.send(EditPost(postId: post.id, body: "text \(number)")) }
            // As retention does with the oldest.
            try await board.sql("delete from post_edits where body in ('text 0', 'text 1', 'text 2')")
            for number in 6...8 { try await aki.send(EditPost(postId: post.id, body: "text \(number)")) }
            let edits = try #require(try await mio.command("show \(post.id)").data["edits"]?.array)
            #expect(edits.map { $0["body"]?.string } == (3..<8).reversed().map { "text \($0)" })
        }
    }

    @Test("A moderator's edit of another's post is audited; of one's own, and a member's, is not")
    func audited() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let (theirs, own) = (try await aki.post(in: thread), try await mio.post(in: thread))
            try await aki.send(EditPost(postId: theirs.id, body: "mine"))
            try await mio.send(EditPost(postId: own.id, body: "mine too"))
            try await mio.send(EditPost(postId: theirs.id, body: "mine"))
            #expect(try await board.audit().isEmpty)
            try await mio.send(EditPost(postId: theirs.id, body: "tidied"))
            let entry = try #require(try await board.audit().first)
            #expect(entry.command == "edit post" && entry.target == "post \(theirs.id)")
            #expect(entry.actor == mio.id.rawValue)
            #expect(try await mio.refusal(ofCommand: "undo \(entry.id)").reason == .conflict)
            // Nobody's when the editor is gone.
            try await board.sql(
                "update accounts set deleted_at = now() - interval '1 hour', name = null, name_key = null where id = \(mio.id)"
            )
            try await board.restart()
            let isDone = try await eventually(within: .seconds(30)) {
                try await board.sql("select count(*) as n from post_edits where editor_id = \(mio.id)")[0]
                    .int("n") == 0
            }
            #expect(isDone)
        }
    }
}
