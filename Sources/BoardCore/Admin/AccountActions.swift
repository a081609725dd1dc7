import BoardProtocol
import BoardSQL

/// `suspend`.
struct SuspendAccount: AdminAction {
    let call: Call?
    private let target: AccountTarget

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        let time = try arguments.word()
        let seconds: Int64?
        do {
            seconds = try Durations.suspension(time, field: "command")
        } catch {
            throw arguments.misuse
        }
        call = Call(
            .accountSuspend, holding: .acting, viewer.value, target.key, .optional(seconds),
            .optional(try arguments.why()))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        guard let account = try target.changed(row) else {
            return Outcome(RunCommand.Reply("Nothing changed."))
        }
        let until = row.timestampIfAny("until_ms").map { "until \($0)" } ?? "for good"
        return Outcome(
            .changed("Suspended \(row.text("name")) \(until).", row), effects: [.accountChanged(account)])
    }
}

/// `unsuspend`.
struct UnsuspendAccount: AdminAction {
    let call: Call?
    private let target: AccountTarget

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        call = Call(.accountUnsuspend, holding: .acting, viewer.value, target.key)
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        guard let account = try target.changed(row) else {
            return Outcome(RunCommand.Reply("\(row.text("name")) is not suspended."))
        }
        return Outcome(
            .changed("\(row.text("name")) is no longer suspended.", row), effects: [.accountChanged(account)])
    }
}

/// `role`.
struct ChangeRole: AdminAction {
    let call: Call?
    private let target: AccountTarget
    private let role: Role

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        guard let role = Role(rawValue: try arguments.word()), role != .guest else { throw arguments.misuse }
        self.role = role
        call = Call(.accountRole, holding: .acting, viewer.value, target.key, .text(role.rawValue))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        guard let account = try target.changed(row) else {
            return Outcome(RunCommand.Reply("\(row.text("name")) has the role \(role.rawValue) already."))
        }
        return Outcome(
            .changed("\(row.text("name")) has the role \(role.rawValue) now.", row),
            effects: [.accountChanged(account)])
    }
}

/// `reset`.
struct GiveResetCode: AdminAction {
    let call: Call?
    private let target: AccountTarget
    private let code: OneTimeCode

    init(_ arguments: inout CommandArguments, _ viewer: Viewer, _ code: OneTimeCode) throws(Refusal) {
        target = try AccountTarget(&arguments)
        self.code = code
        call = Call(.accountResetCode, viewer.value, target.key, .bytes(code.digest))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        _ = try target.changed(row)
        let text = """
            One-time code for \(row.text("name")), good for 24 hours: \(code.text)
            It is shown this once. With it, account.reset sets a new password.
            """
        return Outcome(.changed(text, row, [("code", .string(code.text))]))
    }
}

/// `kick`.
struct KickAccount: AdminAction {
    let call: Call?
    private let target: AccountTarget

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        call = Call(.accountKick, viewer.value, target.key)
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        guard let account = try target.changed(row) else {
            return Outcome(RunCommand.Reply("\(row.text("name")) has no sessions."))
        }
        let ended = row.int64s("ended").map(SessionID.init(rawValue:))
        return Outcome(
            .changed("Ended \(ended.count) sessions of \(row.text("name")).", row),
            effects: [.sessionsEnded(ended), .accountChanged(account)])
    }
}
