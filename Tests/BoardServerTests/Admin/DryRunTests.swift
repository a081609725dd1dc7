import BoardClient
import BoardCore
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("A dry run of a command", .needsDatabase)
struct DryRunTests {
    private struct Trial {
        var line: String
        /// How many posts and threads it would touch; nil for a command that only looks.
        var rows: Int64?
        /// What makes the board ready for it.
        var before: [String] = []
    }

    /// By the command's name; T, P and so on as in ``Scene``.
    private static let trials: [String: Trial] = [
        "lock": Trial(line: "lock T", rows: 1),
        "unlock": Trial(line: "unlock T", rows: 1, before: ["lock T"]),
        "pin": Trial(line: "pin T", rows: 1), "unpin": Trial(line: "unpin T", rows: 1, before: ["pin T"]),
        "rename": Trial(line: "rename T Udon", rows: 1), "move": Trial(line: "move T noodles", rows: 1),
        "slow": Trial(line: "slow T 30s", rows: 1),
        "delete thread": Trial(line: "delete thread T", rows: 4),
        "delete post": Trial(line: "delete post P", rows: 1),
        "restore thread": Trial(line: "restore thread T", rows: 4, before: ["delete thread T"]),
        "restore post": Trial(line: "restore post P", rows: 1, before: ["delete post P"]),
        "suspend": Trial(line: "suspend aki 1h", rows: 0),
        "unsuspend": Trial(line: "unsuspend aki", rows: 0, before: ["suspend aki 1h"]),
        "kick": Trial(line: "kick aki", rows: 0), "reports": Trial(line: "reports"),
        "resolve": Trial(line: "resolve R delete", rows: 1), "show": Trial(line: "show P"),
        "undo": Trial(line: "undo A", rows: 3, before: ["purge aki"]), "user": Trial(line: "user aki"),
        "approve": Trial(line: "approve wait", rows: 0), "reject": Trial(line: "reject wait", rows: 0),
        "invite": Trial(line: "invite", rows: 0), "who": Trial(line: "who"), "stats": Trial(line: "stats"),
        "audit": Trial(line: "audit"), "word list": Trial(line: "word list"),
        "word add": Trial(line: "word add bad", rows: 0),
        "word remove": Trial(line: "word remove bad", rows: 0, before: ["word add bad"]),
        "role": Trial(line: "role aki moderator", rows: 0), "reset": Trial(line: "reset aki", rows: 0),
        "purge": Trial(line: "purge aki", rows: 3), "notice": Trial(line: "notice Tea", rows: 0),
        "recount": Trial(line: "recount --repair", rows: 0),
        "epoch renew": Trial(line: "epoch renew", rows: 0),
        "help": Trial(line: "help"),
    ]

    @Test(
        "Changes nothing in any table, tells nobody, and says how much the command would touch",
        arguments: AdminCommands.all.map(\.name))
    func nothing(_ name: String) async throws {
        let trial = try #require(Self.trials[name], "a new command has its line here")
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let waiting = try await board.quickMember("wait")
            try await board.sql(
                """
                update accounts set is_waiting = true, suspended_until = 'infinity', suspended_why = 'Waiting for approval.'
                where id = \(waiting.id)
                """)
            var entry = ""
            for line in trial.before { entry = try await scene.mio.audited(scene.filled(line)) }
            let words =
                ["--dry-run"]
                + scene.filled(trial.line).split(separator: " ").map { $0 == "A" ? entry : String($0) }
            let isThere = trial.before != ["delete thread T"]
            let follower = try await board.follow(isThere ? scene.thread.id : scene.other.id)
            // What the commands before did to the account may still be on its way.
            let isSettled = trial.before.allSatisfy { !$0.hasPrefix("purge") && !$0.hasPrefix("suspend") }
            func told() async -> Int {
                await scene.aki.client.unread.count { isSettled || $0.accountChanged == nil }
            }
            let quiet = await told()
            let before = try await board.contents()

            let reply = try await scene.mio.send(RunCommand(args: words))

            let after = try await board.contents()
            #expect(after == before, "\(after.filter { before[$0.key] != $0.value }.keys)")
            if let rows = trial.rows {
                #expect(reply.data["rows"]?.int64 == rows)
                #expect(reply.data["auditId"] == nil && reply.data["code"] == nil)
            }
            // What is told, is told before the answer to what comes after it.
            try await scene.aki.send(Ping())
            #expect(await told() == quiet)
            try await board.expectConverges(follower)
        }
    }

    @Test("Is refused as the command is")
    func refusals() async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            for (line, reason) in [
                ("lock 999", Refusal.Reason.notFound), ("restore post \(scene.post.id)", .conflict),
                ("delete post 999", .notFound), ("suspend mio 1h", .forbidden), ("kick mio", .forbidden),
                ("purge nobody", .notFound), ("undo 999", .notFound), ("resolve 999 delete", .notFound),
                ("word remove bad", .notFound), ("approve aki", .conflict), ("slow 999 30s", .notFound),
            ] {
                let refusal = try await scene.mio.refusal(ofCommand: "--dry-run \(line)")
                #expect(refusal.reason == reason, "\(line)")
            }
        }
    }

    @Test("Counts what drifted without repairing it")
    func recount() async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            try await board.sql("update threads set post_count = post_count + 1")
            let before = try await board.contents()
            for line in ["recount --dry-run", "recount --repair --dry-run"] {
                let data = try await scene.mio.command(line).data
                #expect(data["drift"] == 2 && data["rows"] == 2 && data["repaired"] == 0)
            }
            #expect(try await board.contents() == before)
        }
    }
}
