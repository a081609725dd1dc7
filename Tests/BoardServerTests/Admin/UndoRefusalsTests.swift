import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("What cannot be taken back", .needsDatabase)
struct UndoRefusalsTests {
    @Test(
        "What somebody changed since is a conflict",
        arguments: [
            ("rename T Udon", ["rename T Soup"]), ("rename T Udon", ["delete thread T"]),
            ("move T noodles", ["move T soup"]), ("move T noodles", ["delete thread T"]),
            ("delete post P", ["restore post P"]), ("delete post P", ["restore post P", "delete post P"]),
            ("delete post P", ["delete thread T"]),
            ("delete thread T", ["restore thread T"]),
            ("delete thread T", ["restore thread T", "delete thread T"]),
            ("suspend aki 1h", ["unsuspend aki"]), ("suspend aki 1h", ["suspend aki 2h"]),
        ])
    func changed(_ line: String, _ since: [String]) async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let entry = try await scene.mio.audited(scene.filled(line))
            for line in since { try await scene.mio.audited(scene.filled(line)) }
            let before = try await board.contents()
            for way in ["undo \(entry)", "undo \(entry) --dry-run"] {
                #expect(try await scene.mio.refusal(ofCommand: way).reason == .conflict, "\(way)")
            }
            #expect(try await board.contents() == before)
        }
    }

    @Test("A rename to the same title by others' hands in between is still the command's own")
    func sameAgain() async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let entry = try await scene.mio.audited("rename \(scene.thread.id) Udon")
            try await scene.mio.audited("lock \(scene.thread.id)")
            try await scene.mio.audited("move \(scene.thread.id) noodles")
            try await scene.mio.audited("undo \(entry)")
            let now = try await scene.mio.thread(scene.thread.id)
            #expect(now.title == "Ramen" && now.category == "noodles" && now.locked)
        }
    }

    @Test("Other commands than delete, purge, suspend, move and rename are never taken back")
    func never() async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            var entries: [String] = []
            for line in [
                "lock T", "unlock T", "pin T", "unpin T", "slow T 30s", "delete post P", "restore post P",
                "delete thread T",
                "restore thread T", "suspend aki 1h", "unsuspend aki", "kick chie", "role aki moderator",
                "reset aki",
                "resolve R", "invite", "word add bad", "word remove bad", "notice Tea",
            ] {
                let entry = try await scene.mio.audited(scene.filled(line))
                if !line.hasPrefix("delete"), !line.hasPrefix("suspend") { entries.append(entry) }
            }
            let before = try await board.contents()
            for entry in entries {
                #expect(try await scene.mio.refusal(ofCommand: "undo \(entry)").reason == .conflict)
            }
            #expect(try await scene.mio.refusal(ofCommand: "undo 999999").reason == .notFound)
            #expect(try await scene.mio.refusal(ofCommand: "undo 999999 --dry-run").reason == .notFound)
            #expect(try await board.contents() == before)
        }
    }

    @Test(
        "After 30 days it is too late",
        arguments: ["delete post P", "delete thread T", "purge aki", "rename T Udon", "suspend aki forever"])
    func late(_ line: String) async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let entry = try await scene.mio.audited(scene.filled(line))
            try await board.sql("update audit set at = at - interval '30 days 1 s'")
            let refusal = try await scene.mio.refusal(ofCommand: "undo \(entry)")
            #expect(refusal.reason == .conflict && refusal.message.contains("30 days"))
            try await board.sql("update audit set at = at + interval '1 hour'")
            try await scene.mio.audited("undo \(entry)")
        }
    }

    @Test(
        "What a command took off whose text has gone for good since is a conflict",
        arguments: ["delete post P", "resolve R delete", "delete thread T", "purge aki"])
    func textGone(_ line: String) async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let entry = try await scene.mio.audited(scene.filled(line))
            try await board.sql(
                """
                update threads set erased_at = now(), title = '', meta = null where deleted_at is not null;
                update posts set erased_at = now(), title = null, body = '', meta = null where deleted_at is not null
                """)
            for way in ["undo \(entry)", "undo \(entry) --dry-run"] {
                #expect(try await scene.mio.refusal(ofCommand: way).reason == .conflict, "\(way)")
            }
            try await board.expectExactCounts()
        }
    }

    @Test("A purge is an admin's to take back; a suspension, of those above whom one stands")
    func rights() async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let mods = try await board.quickMembers(["nao", "oto"], role: .moderator)
            let purge = try await scene.mio.audited("purge aki")
            let suspension = try await scene.mio.audited("suspend oto 1h")
            let deletion = try await scene.mio.audited("delete post \(scene.ben.post(in: scene.thread).id)")
            for entry in [purge, suspension] {
                for way in ["undo \(entry)", "undo \(entry) --dry-run"] {
                    #expect(try await mods[0].refusal(ofCommand: way).reason == .forbidden, "\(way)")
                }
            }
            #expect(try await mods[1].refusal(ofCommand: "undo \(deletion)").reason == .suspended)
            #expect(try await scene.aki.refusal(ofCommand: "undo \(deletion)").reason == .forbidden)
            // What an admin deleted, a moderator may bring back, as with restore.
            try await mods[0].audited("undo \(deletion)")
            for entry in [purge, suspension] { try await scene.mio.audited("undo \(entry)") }
        }
    }

    @Test("A purge that is still under way is not taken back")
    func running() async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let second = try await board.secondServer()
            let there = try await board.member(with: scene.mio.token, on: second)
            let purge = try await board.holding(scene.thread.id) {
                let purge = await scene.mio.client.begin(RunCommand(command: "purge aki"))
                let hasBegun = try await eventually {
                    try await board.sql("select count(*) as n from accounts where purge_audit is not null")[0]
                        .int("n") == 1
                }
                #expect(hasBegun)
                let entry = try #require(try await board.audit().last).id
                #expect(try await there.refusal(ofCommand: "undo \(entry)").reason == .conflict)
                return purge
            }
            let entry = try #require(try await purge.value.data["auditId"]?.string)
            try await there.audited("undo \(entry)")
            try await board.expectExactCounts()
        }
    }
}
