import BoardProtocol
import BoardSQL
import Testing

@testable import BoardCore

@Suite("Admin commands, from the line to the statement")
struct AdminCommandsTests {
    private static let me: Value = .int(7)
    private static let aki: Value = .text("aki")

    struct Case: Sendable, CustomTestStringConvertible {
        var line: String
        var statement: Statement
        var values: [Value]
        var holding: Hold = .nothing
        var testDescription: String { line }
    }

    private static let thread = Hold.thread(ThreadID(rawValue: 12))
    private static let post = Hold.threadOf(PostID(rawValue: 9))

    @Test(
        "Each command asks for its statement",
        arguments: [
            Case(
                line: "delete thread 12", statement: .threadDelete,
                values: [me, .int(12), .text("delete thread"), .null], holding: thread),
            Case(
                line: "delete thread 12 too  loud", statement: .threadDelete,
                values: [me, .int(12), .text("delete thread"), .text("too loud")], holding: thread),
            Case(
                line: "restore thread 12 'a  mistake'", statement: .threadRestore,
                values: [me, .int(12), .text("a  mistake"), .null], holding: thread),
            Case(
                line: "delete post 9 so rude", statement: .postDelete,
                values: [me, .int(9), .text("so rude"), .text("delete post")], holding: post),
            Case(
                line: "restore post 9", statement: .postRestore, values: [me, .int(9), .null], holding: post),
            Case(
                line: "suspend Aki 10m", statement: .accountSuspend, values: [me, aki, .int(600), .null],
                holding: .acting),
            Case(
                line: "suspend ＡＫＩ 7d spam, and lies", statement: .accountSuspend,
                values: [me, aki, .int(604_800), .text("spam, and lies")], holding: .acting),
            Case(
                line: "suspend aki forever", statement: .accountSuspend, values: [me, aki, .null, .null],
                holding: .acting),
            Case(
                line: "unsuspend aki", statement: .accountUnsuspend, values: [me, aki], holding: .acting),
            Case(
                line: "role aki moderator", statement: .accountRole,
                values: [me, aki, .text("moderator")], holding: .acting),
            Case(
                line: "reset aki", statement: .accountResetCode,
                values: [me, aki, .bytes(Array("code".utf8))]),
            Case(line: "kick aki", statement: .accountKick, values: [me, aki]),
            Case(line: "purge aki", statement: .accountPurge, values: [me, aki], holding: .acting),
            Case(line: "approve aki", statement: .accountApprove, values: [me, aki], holding: .acting),
            Case(line: "reject aki", statement: .accountReject, values: [me, aki], holding: .acting),
            Case(
                line: "slow 12 30s", statement: .threadSlow, values: [me, .int(12), .int(30)], holding: thread
            ),
            Case(
                line: "slow 12 off", statement: .threadSlow, values: [me, .int(12), .null], holding: thread),
            Case(line: "word add ＢＡＤ", statement: .wordAdd, values: [me, .text("ＢＡＤ"), .text("bad")]),
            Case(line: "word remove Bad", statement: .wordRemove, values: [me, .text("bad")]),
            Case(line: "notice Tea  at five", statement: .noticeSend, values: [me, .text("Tea at five")]),
            Case(line: "invite", statement: .inviteCreate, values: [me, .bytes(Array("code".utf8))]),
            Case(line: "epoch renew", statement: .epochRenew, values: [me]),
        ])
    func statement(_ wanted: Case) throws {
        for line in [wanted.line, "/" + wanted.line, "  \(wanted.line) "] {
            let call = try #require(try call(RunCommand(command: line)))
            #expect(call.statement == wanted.statement)
            #expect(call.values == wanted.values)
            #expect(call.holding == wanted.holding)
        }
    }

    @Test(
        "What only looks is read, also the first look of undo, resolve and recount",
        arguments: [
            Case(line: "reports", statement: .reportList, values: [me, .bool(false), .int(100)]),
            Case(line: "reports all", statement: .reportList, values: [me, .bool(true), .int(100)]),
            Case(line: "resolve 3 delete", statement: .reportFind, values: [me, .int(3)]),
            Case(line: "show 9", statement: .postShow, values: [me, .int(9)]),
            Case(line: "undo 5", statement: .undoFind, values: [me, .int(5)]),
            Case(line: "user aki", statement: .accountShow, values: [me, aki]),
            Case(line: "stats", statement: .boardStats, values: [me]),
            Case(line: "audit", statement: .auditList, values: [me, .int(20)]),
            Case(line: "audit 500", statement: .auditList, values: [me, .int(500)]),
            Case(line: "word list", statement: .wordList, values: [me]),
            Case(line: "recount", statement: .actorJudge, values: [me, .int(3)]),
            Case(line: "recount --repair", statement: .actorJudge, values: [me, .int(3)]),
            Case(line: "purge aki --dry-run", statement: .purgeCount, values: [me, aki]),
        ])
    func reading(_ wanted: Case) throws {
        let call = try #require(try call(RunCommand(command: wanted.line)))
        #expect(call.isRead && !call.isRehearsal)
        #expect(call.statement == wanted.statement && call.values == wanted.values)
    }

    @Test("A dry run rehearses what would change something, wherever the flag stands before a last text")
    func dryRun() throws {
        for line in [
            "--dry-run delete post 9 so rude", "delete post --dry-run 9 so rude",
            "delete post 9 --dry-run so rude",
        ] {
            let call = try #require(try call(RunCommand(command: line)))
            #expect(call.isRehearsal && !call.isRead, "\(line)")
            #expect(call.values == [Self.me, .int(9), .text("so rude"), .text("delete post")], "\(line)")
        }
        let call = try #require(try call(RunCommand(command: "delete post 9 so --dry-run rude")))
        #expect(!call.isRehearsal && call.values[2] == .text("so --dry-run rude"))
    }

    @Test("Locking and unlocking hold the thread and name the command", arguments: ["lock", "unlock"])
    func lock(_ command: String) throws {
        let call = try #require(try call(RunCommand(command: "\(command) 12")))
        #expect(call.statement == .threadUpdate)
        #expect(Array(call.values.prefix(3)) == [.int(7), .int(12), .text(command)])
        #expect(call.values.contains(.bool(command == "lock")))
        #expect(call.holding == .thread(ThreadID(rawValue: 12)))
    }

    @Test("A list of words is the same command, its last parts joined by one space")
    func args() throws {
        let call = try #require(
            try call(RunCommand(args: ["/delete", "post", "9", "so", "very  rude", "'x"])))
        #expect(call.values[2] == .text("so very  rude 'x"))
    }

    @Test(
        "A bad argument is answered with the usage line",
        arguments: [
            ("lock", "lock THREAD"), ("lock x", "lock THREAD"), ("lock 12 13", "lock THREAD"),
            ("lock ''", "lock THREAD"), ("unlock -1", "unlock THREAD"),
            ("delete thread", "delete thread THREAD [WHY]"), ("delete post x", "delete post POST [WHY]"),
            ("restore thread x", "restore thread THREAD [WHY]"),
            ("restore post", "restore post POST [WHY]"),
            ("suspend", "suspend USER 10m|7d|forever [WHY]"),
            ("suspend aki", "suspend USER 10m|7d|forever [WHY]"),
            ("suspend aki soon", "suspend USER 10m|7d|forever [WHY]"),
            ("suspend aki off", "suspend USER 10m|7d|forever [WHY]"),
            ("suspend aki 0s", "suspend USER 10m|7d|forever [WHY]"),
            ("unsuspend", "unsuspend USER"), ("unsuspend aki ben", "unsuspend USER"),
            ("role aki", "role USER member|moderator|admin"),
            ("role aki king", "role USER member|moderator|admin"),
            ("role aki guest", "role USER member|moderator|admin"),
            ("role aki admin now", "role USER member|moderator|admin"),
            ("reset", "reset USER"), ("reset aki ben", "reset USER"),
            ("recount all", "recount [--repair]"), ("kick", "kick USER"), ("purge aki ben", "purge USER"),
            ("slow 12", "slow THREAD 30s|off"), ("slow 12 forever", "slow THREAD 30s|off"),
            ("slow 12 2d", "slow THREAD 30s|off"), ("resolve 3 keep", "resolve REPORT [dismiss|delete]"),
            ("reports closed", "reports [open|all]"), ("undo", "undo AUDIT"), ("undo x", "undo AUDIT"),
            ("show", "show POST"), ("who x", "who [THREAD]"), ("audit 0", "audit [N]"),
            ("audit 501", "audit [N]"), ("word add", "word add WORD"), ("notice", "notice TEXT"),
            ("invite aki", "invite"), ("stats now", "stats"), ("lock 12 --repair", "lock THREAD"),
            ("epoch renew now", "epoch renew"),
        ])
    func misuse(_ line: String, _ usage: String) {
        let refusal = #expect(throws: Refusal.self) { try call(RunCommand(command: line)) }
        #expect(refusal == .invalid("command", "Usage: \(usage)"))
    }

    @Test(
        "What is no command says where the commands are listed",
        arguments: ["", "/", "  ", "frobnicate", "LOCK 12", "delete", "delete 12", "epoch", "//lock 12"])
    func unknown(_ line: String) {
        let refusal = #expect(throws: Refusal.self) { try call(RunCommand(command: line)) }
        #expect(refusal?.reason == .invalidParams)
        #expect(refusal?.field == "command")
        #expect(refusal?.message.contains("Usage: help [COMMAND]") == true)
    }

    @Test("A line or a list has to be given, and the line's quotes closed")
    func unreadable() {
        for command in [RunCommand(), RunCommand(command: "delete post 9 'so rude")] {
            let refusal = #expect(throws: Refusal.self) { try call(command) }
            #expect(refusal?.reason == .invalidParams)
            #expect(refusal?.field == "command")
        }
    }

    @Test("A reason obeys the rules of texts")
    func why() {
        for why in ["\u{202E}olleh", String(repeating: "x", count: 20_000)] {
            let refusal = #expect(throws: Refusal.self) {
                try call(RunCommand(args: ["delete", "post", "9", why]))
            }
            #expect(refusal?.reason == .invalidParams)
            #expect(refusal?.field == "command")
        }
    }

    // MARK: Who may

    @Test("Guests log in first, members may nothing")
    func doors() {
        let guest = #expect(throws: Refusal.self) { try RunCommand.authorize(.guest) }
        #expect(guest?.reason == .loginRequired)
        let member = #expect(throws: Refusal.self) { try RunCommand.authorize(viewer(.member)) }
        #expect(member?.reason == .forbidden)
    }

    @Test(
        "Admins' commands are not for moderators, even with bad arguments",
        arguments: ["role aki member", "role", "reset aki", "recount", "epoch renew"])
    func adminsOnly(_ line: String) throws {
        let refusal = #expect(throws: Refusal.self) { try call(RunCommand(command: line), .moderator) }
        #expect(refusal?.reason == .forbidden)
    }

    @Test("Moderators' commands are admins' and the operator's too", arguments: ["lock 1", "unsuspend aki"])
    func everybodyAbove(_ line: String) throws {
        for role in [Role.moderator, .admin] {
            #expect(try call(RunCommand(command: line), role)?.values.first == .int(7))
        }
        var prepared = RunCommand(command: line).prepare(nil, with: FixedSecrets())
        let call = try RunCommand(command: line).call(for: .operator, &prepared)
        #expect(call?.values.first == .int(0))
    }

    // MARK: Help

    @Test("Help lists what one may run")
    func help() throws {
        let moderators = try helpText("help", .moderator)
        let admins = try helpText("help", .admin)
        for command in AdminCommands.all {
            #expect(moderators.contains(command.usage) == (command.role == .moderator), "\(command.name)")
            #expect(admins.contains(command.usage + " "), "\(command.name)")
        }
    }

    @Test("Help of a word lists the commands that begin with it")
    func helpOf() throws {
        #expect(try helpText("help lock", .moderator).split(separator: "\n").count == 1)
        #expect(try helpText("help delete", .moderator).split(separator: "\n").count == 2)
        #expect(try helpText("help delete post", .moderator).hasPrefix("delete post POST [WHY]"))
    }

    @Test("Help of no command, or of one that is not one's own, is refused")
    func noHelp() {
        for (line, role) in [("help frobnicate", Role.admin), ("help role", .moderator)] {
            let refusal = #expect(throws: Refusal.self) { try helpText(line, role) }
            #expect(refusal?.reason == .invalidParams)
        }
    }

    @Test("No command hides another")
    func unambiguous() {
        for command in AdminCommands.all {
            let words = command.name.split(separator: " ").map(String.init)
            #expect(AdminCommands.find(words + ["x"])?.name == command.name)
        }
    }

    // MARK: What comes of it

    @Test("A reset's code is told to whoever asked")
    func resetCode() throws {
        let row = Rows([
            "refusal": nil, "changed": "t", "audit_id": "5", "account_id": "3", "name": "Aki",
            "until_ms": nil,
        ])
        let reply = try outcome("reset aki", [row[0]]).reply
        #expect(reply.data == ["auditId": "5", "code": "CODE"])
        #expect(reply.text.contains("CODE"))
    }

    @Test(
        "A statement's refusal names the account",
        arguments: [
            ("notFound", "There is no account Aki."),
            ("forbidden", "Aki has a role that is not below yours."),
            ("conflict", "Aki is the last admin. Give somebody else the role first."),
        ])
    func refusal(_ word: String, _ message: String) {
        let row = Rows([
            "refusal": word, "changed": "f", "audit_id": nil, "account_id": nil, "name": nil, "until_ms": nil,
        ])
        for line in ["suspend Aki forever", "unsuspend Aki", "role Aki member", "reset Aki"] {
            let refusal = #expect(throws: Refusal.self) { try outcome(line, [row[0]]) }
            #expect(refusal?.reason.rawValue == word)
            #expect(refusal?.message == message)
        }
    }

    @Test("What changes nothing has no audit entry and tells nobody")
    func nothingChanged() throws {
        let row = Rows([
            "refusal": nil, "changed": "f", "audit_id": nil, "account_id": "3", "name": "Aki",
            "until_ms": nil,
        ])
        for line in ["unsuspend aki", "role aki admin"] {
            let outcome = try outcome(line, [row[0]])
            #expect(outcome.reply.data == [:])
            #expect(outcome.effects.isEmpty && outcome.changes.isEmpty)
        }
    }

    // MARK: Steps

    private func viewer(_ role: Role) -> Viewer { Viewer(accountId: AccountID(rawValue: 7), role: role) }

    private func call(_ command: RunCommand, _ role: Role = .admin) throws(Refusal) -> Call? {
        var prepared = command.prepare(nil, with: FixedSecrets())
        return try command.call(for: viewer(role), &prepared)
    }

    private func outcome(_ line: String, _ rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let command = RunCommand(command: line)
        var prepared = command.prepare(nil, with: FixedSecrets())
        _ = try command.call(for: viewer(.admin), &prepared)
        return try command.outcome(of: rows, for: viewer(.admin), &prepared)
    }

    private func helpText(_ line: String, _ role: Role) throws(Refusal) -> String {
        let command = RunCommand(command: line)
        var prepared = command.prepare(nil, with: FixedSecrets())
        let call = try command.call(for: viewer(role), &prepared)
        #expect(call?.statement == nil)
        return try command.outcome(of: [], for: viewer(role), &prepared).reply.text
    }
}
