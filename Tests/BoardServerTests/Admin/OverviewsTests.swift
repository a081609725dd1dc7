import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("An account, the board, and what was done, at a glance", .needsDatabase)
struct OverviewsTests {
    @Test("An account with its posts, sessions, blocks, reports and suspension")
    func account() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.member("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            try await aki.send(DeletePost(postId: posts[0].id))
            try await ben.send(CreateReport(postId: posts[1].id, why: "rude"))
            try await ben.send(AddBlock(accountId: aki.id))
            let data = try await mio.command("user AKI").data
            #expect(data["account"]?["id"] == aki.id.json && data["account"]?["name"] == "aki")
            #expect(
                data["account"]?["role"] == "member" && data["suspension"] == .null
                    && data["waiting"] == false)
            let counts = ["threads", "posts", "deletedPosts", "sessions", "blockedBy", "openReports"].map {
                data[$0]?.int64
            }
            #expect(counts == [1, 2, 1, 1, 1, 1])
            try await mio.audited("suspend aki forever spam and lies")
            let suspended = try await mio.command("user aki")
            #expect(suspended.data["suspension"] == ["until": .null, "why": "spam and lies"])
            #expect(suspended.text.contains("spam and lies"))
            #expect(try await mio.refusal(ofCommand: "user nobody").reason == .notFound)
            #expect(try await aki.refusal(ofCommand: "user mio").reason == .forbidden)
            // Of any role: to look is not to act.
            _ = try await board.quickMember("oto", role: .admin)
            #expect(try await mio.command("user oto").data["account"]?["role"] == "admin")
        }
    }

    @Test("The board in numbers: what is live, and how many servers serve it")
    func stats() async throws {
        try await TestBoard.run { board in
            _ = try await board.secondServer()
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let (thread, gone) = (try await aki.open(), try await aki.open("Gone"))
            let posts = try await aki.posts(3, in: thread)
            try await aki.post(in: gone)
            try await ben.send(LikePost(postId: posts[1].id))
            try await ben.send(CreateReport(postId: posts[0].id, why: "rude"))
            try await aki.send(DeletePost(postId: posts[0].id))
            try await aki.send(DeleteThread(threadId: gone.id))
            try await mio.audited("suspend ben 1h")
            let data = try await mio.command("stats").data
            let names = [
                "accounts", "suspended", "waiting", "threads", "posts", "likes", "openReports", "sessions",
                "processes",
            ]
            #expect(names.map { data[$0]?.int64 } == [3, 1, 0, 1, 2, 1, 1, 3, 2])
            #expect((data["databaseBytes"]?.int64 ?? 0) > 1_000_000)
            #expect(try await aki.refusal(ofCommand: "stats").reason == .forbidden)
        }
    }

    @Test("The newest entries, with who, what, whom and why; as many as asked for")
    func audit() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            try await mio.audited("suspend aki 1h too  loud")
            let deletion = try await mio.audited("delete post \(post.id) \"so  rude\"")
            try await mio.audited("undo \(deletion)")
            // The shell's, whose actor is nobody.
            try await board.sql("insert into audit (command, target) values ('lock', 'thread \(thread.id)')")
            let reply = try await mio.command("audit")
            let entries = try #require(reply.data["entries"]?.array)
            #expect(entries.map { $0["command"] } == ["lock", "undo", "delete post", "suspend"])
            #expect(entries.map { $0["by"] } == ["operator", "mio", "mio", "mio"])
            #expect(
                entries.map { $0["target"]?.string } == [
                    "thread \(thread.id)", "audit \(deletion)", "post \(post.id)", "account aki",
                ])
            #expect(entries.map { $0["why"] } == [.null, .null, "so  rude", "too loud"])
            #expect(entries.map { $0["undone"] } == [false, false, true, false])
            #expect(entries.allSatisfy { $0["at"]?.string.flatMap { Timestamp($0) } != nil })
            #expect(reply.text.contains("so  rude") && reply.text.contains("(undone)"))
            #expect(try await mio.command("audit 2").data["entries"]?.array?.count == 2)
            try await board.sql("insert into audit (command) select 'lock' from generate_series(1, 600)")
            #expect(try await mio.command("audit").data["entries"]?.array?.count == 20)
            #expect(try await mio.command("audit 500").data["entries"]?.array?.count == 500)
            for line in ["audit 0", "audit 501", "audit -1", "audit x"] {
                #expect(try await mio.refusal(ofCommand: line).reason == .invalidParams)
            }
            #expect(try await aki.refusal(ofCommand: "audit").reason == .forbidden)
        }
    }

    @Test(
        "However long the reasons are, the list is a message that may be sent",
        arguments: ["audit 500", "word list"])
    func long(_ line: String) async throws {
        try await TestBoard.run { board in
            let adm = try await board.quickMember("adm1", role: .admin)
            try await board.sql(
                "insert into audit (command, why) select 'notice', repeat('\"あ', 8000) from generate_series(1, 500)"
            )
            try await board.sql(
                "insert into words (key, word) select g || repeat('あ', 300), g || repeat('あ', 300) from generate_series(1, 999) g"
            )
            let answer = try await board.wire(token: adm.token).answer(
                to: "admin.run", ["command": .string(line)])
            #expect(answer.count <= 1_048_576 && answer.count > 10_000)
        }
    }
}
