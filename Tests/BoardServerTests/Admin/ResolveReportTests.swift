import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Settling reports", .needsDatabase)
struct ResolveReportTests {
    @Test("Resolved or dismissed, a report leaves the open ones and stays among all; the post stays")
    func settled() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            var ids: [ReportID] = []
            for post in posts {
                ids.append(try await ben.send(CreateReport(postId: post.id, why: "rude")).reportId)
            }
            let entries = [
                try await mio.audited("resolve \(ids[0])"),
                try await mio.audited("resolve \(ids[1]) dismiss"),
            ]
            #expect(try await mio.reports("open").map { $0["id"] } == [ids[2].json])
            let all = try await mio.reports("all")
            #expect(all.map { $0["id"] } == ids.reversed().map(\.json))
            #expect(all.map { $0["state"] } == ["open", "dismissed", "resolved"])
            #expect(try await aki.thread(thread.id).postCount == 3)
            let audit = try await board.audit()
            #expect(audit.map(\.id) == entries)
            #expect(audit.map(\.command) == ["resolve", "resolve dismiss"])
            #expect(audit.map(\.target) == ["report \(ids[0])", "report \(ids[1])"])
            for line in ["resolve \(ids[0])", "resolve \(ids[1]) delete", "resolve \(ids[0]) dismiss"] {
                #expect(try await mio.refusal(ofCommand: line).reason == .conflict)
            }
            for line in ["resolve 999", "resolve 999 delete"] {
                #expect(try await mio.refusal(ofCommand: line).reason == .notFound)
            }
            #expect(try await ben.refusal(ofCommand: "resolve \(ids[2])").reason == .forbidden)
        }
    }

    @Test("With delete the post goes, for everybody who looks, and all its open reports are settled")
    func delete() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let (aki, ben, chie) = (members[0], members[1], members[2])
            let thread = try await aki.open()
            let posts = try await aki.posts(2, in: thread)
            let first = try await ben.send(CreateReport(postId: posts[0].id, why: "rude")).reportId
            try await chie.send(CreateReport(postId: posts[0].id, why: "spam"))
            try await chie.send(CreateReport(postId: posts[1].id, why: "other"))
            let follower = try await board.follow(thread.id)
            let entry = try await mio.audited("resolve \(first) delete")
            #expect(try await ben.client.refusal(of: GetPost(postId: posts[0].id)).reason == .notFound)
            #expect(try await aki.thread(thread.id).postCount == 1)
            #expect(try await mio.reports().map { $0["why"] } == ["other"])
            #expect(try await mio.reports("all").map { $0["state"] } == ["open", "deleted", "deleted"])
            let audit = try #require(try await board.audit().last)
            #expect(audit.id == entry && audit.command == "resolve delete")
            #expect(audit.target == "post \(posts[0].id)" && audit.why == "Report \(first)")
            try await board.expectConverges(follower)
            try await board.expectExactCounts()
        }
    }

    @Test("Undoing that brings the post back and opens its reports again")
    func undo() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let thread = try await members[0].open()
            let post = try await members[0].post(in: thread)
            try await members[2].send(LikePost(postId: post.id))
            var ids: [ReportID] = []
            for member in members[1...] {
                ids.append(try await member.send(CreateReport(postId: post.id, why: "rude")).reportId)
            }
            let follower = try await board.follow(thread.id)
            let entry = try await mio.audited("resolve \(ids[0]) delete")
            try await mio.audited("undo \(entry)")
            #expect(try await mio.reports().map { $0["id"] } == ids.reversed().map(\.json))
            let page = try await members[2].send(ListPosts(threadId: thread.id))
            let back = try #require(page.posts.first)
            #expect(back.likeCount == 1 && back.liked == .value(true) && back.body == post.body)
            try await board.expectConverges(follower)
            // Settled again by another way, it stays settled.
            try await mio.audited("resolve \(ids[0])")
            #expect(try await mio.refusal(ofCommand: "undo \(entry)").reason == .conflict)
            try await board.expectExactCounts()
        }
    }

    @Test("The report of a post that is gone already can still be settled by delete")
    func goneAlready() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let (thread, other) = (try await aki.open(), try await aki.open("Other"))
            let posts = [try await aki.post(in: thread), try await aki.post(in: other)]
            var ids: [ReportID] = []
            for post in posts {
                ids.append(try await ben.send(CreateReport(postId: post.id, why: "rude")).reportId)
            }
            try await aki.send(DeletePost(postId: posts[0].id))
            try await aki.send(DeleteThread(threadId: other.id))
            for id in ids { try await mio.audited("resolve \(id) delete") }
            #expect(try await mio.reports("all").map { $0["state"] } == ["deleted", "deleted"])
        }
    }

    @Test("Of two moderators who settle a report at the same moment, at two servers, one does")
    func race() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let mods = try await board.quickMembers(["mio", "nao"], role: .moderator)
            let there = try await board.member(with: mods[1].token, on: second)
            let aki = try await board.quickMember("aki")
            let reporter = try await board.quickMember("ben")
            let thread = try await aki.open()
            let posts = try await aki.posts(20, in: thread)
            for (index, post) in posts.enumerated() {
                let id = try await reporter.send(CreateReport(postId: post.id, why: "rude")).reportId
                let ways = index.isMultiple(of: 2) ? ["", "dismiss"] : ["delete", "delete"]
                let tries = [
                    await mods[0].client.begin(RunCommand(command: "resolve \(id) \(ways[0])")),
                    await there.client.begin(RunCommand(command: "resolve \(id) \(ways[1])")),
                ]
                var done = 0
                for attempt in tries {
                    switch await attempt.result {
                    case .success: done += 1
                    case .failure(let error):
                        let reason = (error as? Refusal)?.reason
                        #expect(reason == .conflict, "\(ways): \(error)")
                    }
                }
                #expect(done == 1, "\(ways)")
            }
            #expect(try await mods[0].reports().isEmpty)
            #expect(try await board.audit().count == posts.count)
            try await board.expectExactCounts()
        }
    }

    @Test("However long the reported texts are, a list of them is a message that may be sent")
    func long() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(60, in: thread, body: String(repeating: "あ", count: 9_900))
            for post in posts { try await ben.send(CreateReport(postId: post.id, why: "long")) }
            let wire = try await board.wire(token: mio.token)
            let answer = try await wire.answer(to: "admin.run", ["command": "reports"])
            #expect(answer.count <= 1_048_576)
            let reports = try await mio.reports()
            #expect(!reports.isEmpty && reports.first?["postId"] == posts.last?.id.json)
        }
    }
}
