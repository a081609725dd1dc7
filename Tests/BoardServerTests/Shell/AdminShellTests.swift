import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Admin commands from the shell", .needsDatabase, .enabled(if: TestBoard.hasShell))
struct AdminShellTests {
    @Test("0 for what was done, 1 for what failed, 2 for what makes no sense")
    func exitCodes() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let cases: [([String], Int32)] = [
                (["lock", "\(thread.id)"], 0), (["/unlock", "\(thread.id)"], 0), (["help"], 0),
                (["help", "lock"], 0), (["lock", "999"], 1), (["reset", "nobody"], 1),
                (["restore", "thread", "\(thread.id)"], 1), (["lock"], 2), (["lock", "x"], 2),
                (["frobnicate"], 2), ([], 2), (["--json"], 2), (["help", "frobnicate"], 2),
            ]
            for (words, code) in cases {
                let result = try await board.shell(words)
                #expect(result.exitCode == code, "\(words): \(result)")
                #expect(result.stdout.isEmpty == (code != 0), "\(words): \(result)")
                #expect(result.stderr.isEmpty == (code == 0), "\(words): \(result)")
            }
            let usage = try await board.shell(["lock", "x"]).stderr
            #expect(usage.contains("Usage: lock THREAD"))
        }
    }

    @Test("--json prints the data, one line of JSON")
    func json() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let result = try await board.shell(["--json", "lock", "\(thread.id)"])
            let data = try JSONReader.read(Array(result.stdout.utf8))
            let entry = try #require(try await board.audit().last)
            #expect(data == ["auditId": .string(entry.id)])
            #expect(entry.actor == nil && entry.command == "lock")
            let again = try await board.shell(["lock", "\(thread.id)", "--json"])
            #expect(again.stdout == "{}\n")
        }
    }

    @Test("The newer commands answer with their data, and end with 1 or 2 as the others")
    func moderation() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            let report = try await ben.send(CreateReport(postId: posts[0].id, why: "rude")).reportId
            func data(_ words: String...) async throws -> JSON {
                let result = try await board.shell(words + ["--json"])
                #expect(result.exitCode == 0 && result.stderr.isEmpty, "\(words): \(result)")
                return try JSONReader.read(Array(result.stdout.utf8))
            }
            #expect(try await data("reports")["reports"]?.array?.map { $0["id"] } == [report.json])
            #expect(try await data("show", "\(posts[0].id)")["post"]?["body"]?.string == posts[0].body)
            #expect(try await data("purge", "aki", "--dry-run") == ["rows": 3])
            let follower = try await board.follow(thread.id)
            let purge = try #require(try await data("purge", "aki")["auditId"]?.string)
            try await board.expectConverges(follower)
            #expect(try await data("undo", purge)["auditId"]?.string != nil)
            try await board.expectConverges(follower)
            #expect(await follower.replica.postCount == 3)
            #expect(try await data("invite")["code"]?.string?.count == 19)
            #expect(try await data("stats")["posts"] == 3)
            #expect(try await data("user", "aki")["account"]?["id"] == aki.id.json)
            #expect(try await data("audit", "1")["entries"]?.array?.first?["by"] == "operator")
            for (words, code) in [
                (["undo", purge], 1), (["undo", "999"], 1), (["resolve", "999"], 1),
                (["purge", "nobody"], 1),
                (["word", "remove", "x"], 1), (["approve", "aki"], 1), (["undo"], 2),
                (["slow", "1", "x"], 2),
                (["resolve", "1", "keep"], 2), (["audit", "0"], 2), (["word"], 2),
            ] as [([String], Int32)] {
                let result = try await board.shell(words)
                #expect(result.exitCode == code && result.stdout.isEmpty, "\(words): \(result)")
            }
        }
    }

    @Test("The operator is above all roles")
    func operatorRank() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            _ = try await board.quickMember("adm2", role: .admin)
            #expect(try await board.shell(["suspend", "adm1", "10m", "too", "proud"]).exitCode == 0)
            let notice = try await admin.client.next(\.accountChanged)
            #expect(notice.can.post == .suspended)
            #expect(try await board.audit().last?.why == "too proud")
            #expect(try await board.shell(["unsuspend", "adm1"]).exitCode == 0)
            #expect(try await board.shell(["role", "adm1", "member"]).exitCode == 0)
            try await admin.client.next(\.accountChanged) { $0.account.role == .member }
        }
    }

    @Test("Open clients see it within a second")
    func live() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let follower = try await board.follow(thread.id)
            let watcher = try await board.connected()
            try await watcher.send(WatchCounts(threadIds: [thread.id]))
            for words in [
                ["lock", "\(thread.id)"], ["unlock", "\(thread.id)"],
                ["delete", "post", "\(post.id)", "rude"],
                ["restore", "post", "\(post.id)"],
            ] {
                #expect(try await board.shell(words).exitCode == 0)
                let seq = try await board.sql("select seq from threads")[0].int64("seq")
                try await watcher.next(\.countsChanged, within: .seconds(1)) {
                    $0.counts.contains { $0.seq == seq }
                }
                try await board.expectConverges(follower, within: .seconds(1))
            }
            #expect(await follower.gaps == 0)
        }
    }

    @Test("recount exits 1 on drift, repairs on demand, and exits 0 then")
    func recount() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await aki.post(in: thread)
            #expect(try await board.shell(["recount"]).exitCode == 0)
            try await board.sql("update threads set post_count = 7")
            let drift = try await board.shell(["--json", "recount"])
            #expect(drift.exitCode == 1)
            #expect(try JSONReader.read(Array(drift.stdout.utf8))["drift"]?.int64 == 1)
            let follower = try await board.follow(thread.id)
            #expect(try await board.shell(["recount", "--repair"]).exitCode == 0)
            #expect(try await board.shell(["recount"]).exitCode == 0)
            try await board.expectConverges(follower)
            #expect(await follower.replica.postCount == 1)
        }
    }

    @Test("Without a database it fails, in one line that names no secret")
    func noDatabase() async throws {
        try await TestBoard.run { board in
            let url = "postgresql://board:hunter2@127.0.0.1:1/none"
            let result = try await board.keijiban(["admin", "recount"], environment: ["DATABASE_URL": url])
            #expect(result.exitCode == 1)
            #expect(!result.stderr.contains("hunter2"))
            // What needs no database is answered without one.
            let help = try await board.keijiban(["admin", "help"], environment: ["DATABASE_URL": url])
            #expect(help.exitCode == 0 && help.stdout.contains("epoch renew"))
        }
    }
}
