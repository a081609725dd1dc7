import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Running admin commands over the connection", .needsDatabase)
struct RunCommandTests {
    // MARK: Who may

    private static let moderators = [
        "lock 1", "unlock 1", "delete thread 1", "restore thread 1", "delete post 1", "restore post 1",
        "suspend x 1h", "unsuspend x", "help",
    ]
    private static let admins = ["role x member", "reset x", "recount", "recount --repair", "epoch renew"]

    @Test("Guests log in first, members may nothing, moderators not what is the admins'")
    func rights() async throws {
        try await TestBoard.run { board in
            let guest = try await board.client()
            let member = try await board.quickMember("member1")
            let moderator = try await board.quickMember("moderator1", role: .moderator)
            for line in Self.moderators + Self.admins + ["frobnicate", ""] {
                let asGuest = try await guest.refusal(of: RunCommand(command: line))
                #expect(asGuest.reason == .loginRequired, "\(line)")
                let asMember = try await member.client.refusal(of: RunCommand(command: line))
                #expect(asMember.reason == .forbidden, "\(line)")
            }
            for line in Self.admins {
                let refusal = try await moderator.client.refusal(of: RunCommand(command: line))
                #expect(refusal.reason == .forbidden, "\(line)")
            }
            for line in Self.moderators.dropLast() {
                let refusal = try await moderator.client.refusal(of: RunCommand(command: line))
                #expect(refusal.reason == .notFound, "\(line)")
            }
            #expect(try await moderator.command("help").text.contains("lock THREAD"))
            #expect(try await board.audit().isEmpty)
        }
    }

    @Test("Nobody acts on an account of an equal or higher role, oneself included")
    func ranks() async throws {
        try await TestBoard.run { board in
            let moderator = try await board.quickMember("mod1", role: .moderator)
            let admin = try await board.quickMember("adm1", role: .admin)
            _ = try await board.quickMember("mod2", role: .moderator)
            _ = try await board.quickMember("adm2", role: .admin)
            for target in ["mod1", "mod2", "adm1"] {
                for command in ["suspend \(target) 1h", "unsuspend \(target)"] {
                    let refusal = try await moderator.client.refusal(of: RunCommand(command: command))
                    #expect(refusal.reason == .forbidden, "\(command)")
                }
            }
            for target in ["adm1", "adm2"] {
                for command in [
                    "suspend \(target) 1h", "unsuspend \(target)", "role \(target) member", "reset \(target)",
                ] {
                    let refusal = try await admin.client.refusal(of: RunCommand(command: command))
                    #expect(refusal.reason == .forbidden, "\(command)")
                }
            }
            #expect(try await board.audit().isEmpty)
            try await admin.command("suspend mod2 1h")
            try await admin.command("role mod2 member")
        }
    }

    @Test("What one was is of no help: the role counts that one has when the command runs")
    func demoted() async throws {
        try await TestBoard.run { board in
            let moderator = try await board.quickMember("mod1", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await board.sql(
                "update accounts set role = 'member' where id = $1::bigint", .int(moderator.id.rawValue))
            let refusal = try await moderator.client.refusal(of: RunCommand(command: "lock \(thread.id)"))
            #expect(refusal.reason == .forbidden)
            #expect(try await aki.thread(thread.id).locked == false)
        }
    }

    @Test("A suspended moderator may not, and is told why")
    func suspended() async throws {
        try await TestBoard.run { board in
            let moderator = try await board.quickMember("mod1", role: .moderator)
            let admin = try await board.quickMember("adm1", role: .admin)
            let thread = try await admin.open()
            try await admin.command("suspend mod1 forever too strict")
            let refusal = try await moderator.client.refusal(of: RunCommand(command: "lock \(thread.id)"))
            #expect(refusal.reason == .suspended)
            #expect(refusal.suspension?.why == "too strict")
        }
    }

    // MARK: The audit

    @Test("Every change leaves who did what to whom and why; what changed nothing leaves nothing")
    func audit() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let steps: [(line: String, command: String, target: String?, why: String?)] = [
                ("lock \(thread.id)", "lock", "thread \(thread.id)", nil),
                ("/unlock \(thread.id)", "unlock", "thread \(thread.id)", nil),
                ("delete post \(post.id) so  rude", "delete post", "post \(post.id)", "so rude"),
                ("restore post \(post.id) \"my  mistake\"", "restore post", "post \(post.id)", "my  mistake"),
                ("delete thread \(thread.id) off topic", "delete thread", "thread \(thread.id)", "off topic"),
                ("restore thread \(thread.id)", "restore thread", "thread \(thread.id)", nil),
                ("suspend AKI 10m spam", "suspend", "account \(aki.id)", "spam"),
                ("unsuspend aki", "unsuspend", "account \(aki.id)", nil),
                ("role aki moderator", "role moderator", "account \(aki.id)", nil),
                ("reset aki", "reset", "account \(aki.id)", nil),
            ]
            for (index, step) in steps.enumerated() {
                let reply = try await admin.command(step.line)
                let entries = try await board.audit()
                #expect(entries.count == index + 1, "\(step.line)")
                let entry = try #require(entries.last)
                #expect(reply.data["auditId"]?.string == entry.id, "\(step.line)")
                #expect(entry.actor == admin.id.rawValue)
                #expect(entry.command == step.command && entry.target == step.target && entry.why == step.why)
            }
            for line in ["unlock \(thread.id)", "unsuspend aki", "role aki moderator"] {
                #expect(try await admin.command(line).data["auditId"] == nil, "\(line)")
            }
            for line in ["restore post \(post.id)", "restore thread \(thread.id)"] {
                #expect(try await admin.client.refusal(of: RunCommand(command: line)).reason == .conflict)
            }
            try await admin.command("recount")
            try await admin.command("help")
            #expect(try await board.audit().count == steps.count)
        }
    }

    // MARK: How it is said

    @Test("A line and a list of words are one command")
    func lineAndWords() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            let thread = try await admin.open()
            try await admin.send(RunCommand(args: ["lock", "\(thread.id)"]))
            #expect(try await admin.thread(thread.id).locked)
            try await admin.send(
                RunCommand(args: ["/delete", "thread", "\(thread.id)", "so", "'very  rude"]))
            #expect(try await board.audit().last?.why == "so 'very  rude")
        }
    }

    @Test("An unknown command or a bad argument is answered with the usage line")
    func usage() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            for (line, usage) in [
                ("frobnicate", "help [COMMAND]"), ("", "help [COMMAND]"), ("lock", "lock THREAD"),
                ("lock x", "lock THREAD"), ("suspend aki soon", "suspend USER 10m|7d|forever [WHY]"),
                ("role aki king", "role USER member|moderator|admin"), ("recount x", "recount [--repair]"),
            ] {
                let refusal = try await admin.client.refusal(of: RunCommand(command: line))
                #expect(refusal.reason == .invalidParams && refusal.field == "command", "\(line)")
                #expect(refusal.message.contains("Usage: \(usage)"), "\(line): \(refusal.message)")
            }
        }
    }

    @Test("What is not there is notFound")
    func notFound() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            for line in [
                "lock 999", "unlock 999", "delete thread 999", "restore thread 999", "delete post 999",
                "restore post 999", "suspend nobody 1h", "unsuspend nobody", "role nobody member",
                "reset nobody",
            ] {
                let refusal = try await admin.client.refusal(of: RunCommand(command: line))
                #expect(refusal.reason == .notFound, "\(line)")
            }
        }
    }

    // MARK: What open connections hear

    @Test("Locking, deleting and restoring reach those who joined and those who watch")
    func threadsLive() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let follower = try await board.follow(thread.id)
            let watcher = try await board.connected()
            try await watcher.send(WatchCounts(all: true))

            try await admin.command("lock \(thread.id)")
            try await watcher.next(\.countsChanged) { $0.counts.first?.thread.value?.locked == true }
            #expect(
                try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x")).reason == .locked
            )
            try await admin.command("unlock \(thread.id)")
            try await watcher.next(\.countsChanged) { $0.counts.first?.thread.value?.locked == false }
            try await aki.post(in: thread)
            try await admin.command("delete post \(post.id)")
            try await board.expectConverges(follower)
            #expect(await follower.replica.posts[post.id] == nil)
            try await admin.command("restore post \(post.id)")
            try await board.expectConverges(follower)
            #expect(await follower.replica.posts[post.id]?.body == post.body)

            try await admin.command("delete thread \(thread.id)")
            try await watcher.next(\.countsChanged) { $0.counts.first?.deleted.value == true }
            try await board.expectConverges(follower)
            #expect(await follower.replica.isDeleted)
            try await admin.command("restore thread \(thread.id)")
            try await watcher.next(\.countsChanged) {
                $0.counts.first?.thread.value?.id == thread.id && $0.counts.first?.postCount == .value(2)
            }
            #expect(try await aki.thread(thread.id).postCount == 2)
            try await board.expectExactCounts()
        }
    }

    @Test("A suspension and another role reach all connections of the account, and count at once")
    func accountsLive() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let second = try await board.member(with: aki.token)
            let thread = try await aki.open()

            try await admin.command("suspend aki 1h too loud")
            for client in [aki.client, second.client] {
                let notice = try await client.next(\.accountChanged) { $0.can.post == .suspended }
                #expect(notice.account == aki.account)
            }
            let refusal = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(refusal.reason == .suspended && refusal.suspension?.why == "too loud")
            #expect(refusal.suspension?.until != nil)
            #expect(try await aki.thread(thread.id).can.value?.post == .suspended)

            try await admin.command("unsuspend aki")
            for client in [aki.client, second.client] {
                try await client.next(\.accountChanged) { $0.can.post == .ok }
            }
            try await aki.post(in: thread)

            try await admin.command("role aki moderator")
            for client in [aki.client, second.client] {
                try await client.next(\.accountChanged) { $0.account.role == .moderator }
            }
            try await second.command("lock \(thread.id)")
            try await admin.command("role aki member")
            for client in [aki.client, second.client] {
                try await client.next(\.accountChanged) { $0.account.role == .member }
            }
            let former = try await aki.client.refusal(of: RunCommand(command: "unlock \(thread.id)"))
            #expect(former.reason == .forbidden)
        }
    }

    @Test("A suspension ends by itself")
    func suspensionEnds() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await admin.command("suspend aki 1s")
            try await aki.client.next(\.accountChanged) { $0.can.post == .suspended }
            let isOver = try await eventually { (try? await aki.post(in: thread)) != nil }
            #expect(isOver)
        }
    }

    @Test("A renewed epoch closes all with 1001; who comes back with the old one reads anew")
    func epoch() async throws {
        try await TestBoard.run { board in
            let other = try await board.secondServer()
            let admin = try await board.quickMember("adm1", role: .admin)
            let thread = try await admin.open()
            let follower = try await board.follow(thread.id)
            let there = try await board.client(on: other)
            let before = try await there.hello.epoch
            // The answer may be overtaken by the end that it causes.
            _ = await admin.client.begin(RunCommand(command: "epoch renew"))
            #expect(try await there.ended(within: .seconds(10)).closeCode == 1001)
            #expect(try await admin.client.ended(within: .seconds(10)).closeCode == 1001)
            #expect(try await board.client().hello.epoch != before)
            #expect(try await board.client().hello.epoch == board.client(on: other).hello.epoch)
            try await follower.resume(with: board.client())
            #expect(await follower.resets == 1)
            try await board.expectConverges(follower)
            #expect(try await board.audit().last?.command == "epoch renew")
        }
    }

    @Test(
        "The last admin can be neither demoted nor suspended, not even by the operator",
        .enabled(if: TestBoard.hasShell))
    func lastAdmin() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            for words in [
                ["role", "adm1", "member"], ["role", "adm1", "moderator"], ["suspend", "adm1", "1h"],
            ] {
                let result = try await board.shell(words)
                #expect(result.exitCode == 1, "\(words)")
                #expect(result.stderr.contains("last admin"), "\(words)")
            }
            #expect(try await admin.send(GetAccount()).account.role == .admin)
            _ = try await board.quickMember("adm2", role: .admin)
            #expect(try await board.shell(["role", "adm1", "member"]).exitCode == 0)
        }
    }
}

struct AuditEntry: Sendable, Equatable {
    var id: String
    /// Nil for the operator.
    var actor: Int64?
    var command: String
    var target: String?
    var why: String?
}

extension TestBoard {
    /// What operators did, oldest first.
    func audit() async throws -> [AuditEntry] {
        try await sql("select id, actor_id, command, target, why from audit order by id").map { row in
            AuditEntry(
                id: row.text("id"), actor: row.int64IfAny("actor_id"), command: row.text("command"),
                target: row.textIfAny("target"), why: row.textIfAny("why"))
        }
    }
}
