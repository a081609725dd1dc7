import BoardClient
import BoardProtocol
import BoardSQL
import BoardServer
import BoardTestSupport
import Testing

@Suite("What is deleted is let go after a while", .needsDatabase)
struct RetentionTests {
    /// Starts the server again, whose chores then let go what is old, and waits for that.
    private func letGo(_ board: TestBoard) async throws {
        try await board.restart()
        let isDone = try await eventually(within: .seconds(40)) {
            let left = try await board.sql(
                """
                select (select count(*) from posts p join threads t on t.id = p.thread_id where p.erased_at is null
                        and (p.deleted_at < now() - interval '30 days' or t.deleted_at < now() - interval '30 days'))
                    + (select count(*) from threads where emptied_at is null and deleted_at < now() - interval '30 days')
                    + (select count(*) from post_edits where at < now() - interval '30 days')
                    + (select count(*) from reports where body is not null and resolved_at < now() - interval '30 days')
                    + (select count(*) from audit where at < now() - interval '1 year') as n
                """)
            return left[0].int("n") == 0
        }
        #expect(isDone)
    }

    @Test(
        "Texts, titles, meta and former texts of what was deleted go for good; tombstones, numbers and the rest stay"
    )
    func texts() async throws {
        try await TestBoard.run({ $0.deletedKeep = 30 * 86_400 }) { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.send(CreateThread(title: "Ramen", category: "food")).thread
            let gone = try await aki.send(
                CreateThread(title: "Secret title", category: "food", meta: ["k": "secret"])
            ).thread
            let posts = try await aki.posts(3, in: thread, body: "Secret")
            let fresh = try await aki.post("Secret but fresh", in: thread)
            try await aki.send(
                EditPost(
                    postId: posts[0].id, title: .value("Secret"), body: "Secret edited",
                    meta: .value(["k": 1])))
            let inGone = try await aki.posts(2, in: gone, body: "Secret")
            try await ben.send(LikePost(postId: inGone[0].id))
            let deletions = [
                try await mio.audited("delete post \(posts[0].id)"),
                try await mio.audited("delete thread \(gone.id)"),
            ]
            try await aki.send(DeletePost(postId: fresh.id))
            let seq = try await aki.thread(thread.id).seq
            try await board.sql(
                """
                update posts set deleted_at = deleted_at - interval '31 days' where id = \(posts[0].id);
                update threads set deleted_at = deleted_at - interval '31 days' where id = \(gone.id)
                """)
            try await letGo(board)

            let left = try await board.sql(
                """
                select count(*) as n from (
                    select t::text as row from posts t union all select t::text from threads t
                    union all select t::text from post_edits t) rows where row ilike '%secret%'
                """)
            #expect(left[0].int("n") == 3, "two live posts, and the one that is not old")
            let mod = try await board.member(with: mio.token)
            for line in [
                "restore post \(posts[0].id)", "restore thread \(gone.id)", "restore post \(inGone[0].id)",
            ] {
                #expect(try await mod.refusal(ofCommand: line).reason == .notFound, "\(line)")
            }
            for entry in deletions {
                #expect(try await mod.refusal(ofCommand: "undo \(entry)").reason == .conflict)
            }
            let shown = try await mod.command("show \(posts[0].id)").data
            #expect(
                shown["post"]?["body"] == .null && shown["post"]?["deleted"] == true && shown["edits"] == [])
            try await mod.audited("restore post \(fresh.id)")
            let now = try await mod.thread(thread.id)
            #expect(now.postCount == 3 && now.seq == seq + 1)
            // A client that was away hears of the deletion all the same.
            let reply = try await mod.send(JoinThread(threadId: thread.id, since: 1))
            #expect(reply.changes.count == 4)
            #expect(try await mod.client.all(ListCategories()).map(\.threadCount) == [1])
            try await board.expectExactCounts()
        }
    }

    @Test("Former texts go by their own age, and what settled reports kept; open ones keep theirs")
    func reports() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            var ids: [ReportID] = []
            for post in posts {
                ids.append(try await ben.send(CreateReport(postId: post.id, why: "rude")).reportId)
            }
            for id in ids[..<2] { try await mio.audited("resolve \(id)") }
            for body in ["old", "new"] { try await aki.send(EditPost(postId: posts[0].id, body: body)) }
            try await board.sql(
                """
                update reports set created_at = created_at - interval '31 days';
                update reports set resolved_at = resolved_at - interval '31 days' where id = \(ids[0]);
                update post_edits set at = at - interval '31 days' where nth = 1
                """)
            try await letGo(board)
            let mod = try await board.member(with: mio.token)
            let reports = try await mod.reports("all")
            #expect(reports.map { $0["id"] } == ids.reversed().map(\.json))
            #expect(reports.map { $0["body"]?.string } == [posts[2].body, posts[1].body, nil])
            #expect(reports.allSatisfy { $0["why"] == "rude" })
            #expect(
                try await mod.command("show \(posts[0].id)").data["edits"]?.array?.map { $0["body"] } == [
                    "old"
                ])
        }
    }

    @Test("Entries of the audit go after a year, and codes that nobody used")
    func audit() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let thread = try await mio.open()
            for line in ["lock", "unlock", "pin"] { try await mio.audited("\(line) \(thread.id)") }
            try await mio.audited("invite")
            try await board.sql(
                """
                update audit set at = at - interval '364 days';
                update audit set at = at - interval '2 days' where command in ('lock', 'unlock');
                update invites set until = now() - interval '1 s'
                """)
            try await letGo(board)
            #expect(try await board.audit().map(\.command) == ["pin", "invite"])
            let isDone = try await eventually {
                try await board.sql("select count(*) as n from invites")[0].int("n") == 0
            }
            #expect(isDone)
        }
    }

    @Test("A thread of many posts is emptied in steps, and what is kept for a short time goes soon")
    func many() async throws {
        try await TestBoard.run({ $0.deletedKeep = 3_600 }) { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open("Secret title")
            try await aki.posts(620, in: thread, body: "Secret")
            try await aki.send(DeleteThread(threadId: thread.id))
            try await board.sql("update threads set deleted_at = deleted_at - interval '61 minutes'")
            try await board.restart()
            let isDone = try await eventually(within: .seconds(40)) {
                try await board.sql("select count(*) as n from threads where emptied_at is not null")[0].int(
                    "n") == 1
            }
            #expect(isDone)
            #expect(try await board.sql("select count(*) as n from posts where body <> ''")[0].int("n") == 0)
            #expect(try await board.sql("select count(*) as n from posts")[0].int("n") == 620)
            try await board.expectExactCounts()
        }
    }
}
