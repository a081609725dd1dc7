import BoardProtocol
import BoardSQL

/// What the commands about an account have in common: whom they name, what a refusal means, who must hear of it.
private struct AccountTarget {
    let name: String
    let key: Value

    init(_ arguments: inout CommandArguments) throws(Refusal) {
        name = try arguments.word()
        key = .text(MemberName.key(of: name))
    }

    /// The account that was changed; nil where nothing had to change.
    func changed(_ row: Row) throws(Refusal) -> AccountID? {
        switch row.textIfAny("refusal") {
        case "notFound": throw Refusal(.notFound, "There is no account \(name).")
        case "forbidden": throw Refusal(.forbidden, "\(name) has a role that is not below yours.")
        case "conflict":
            throw Refusal(.conflict, "\(name) is the last admin. Give somebody else the role first.")
        default: try row.refusal()
        }
        return row.bool("changed") ? AccountID(rawValue: row.int64("account_id")) : nil
    }
}

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
        call = Call(.accountUnsuspend, holding: .acting, viewer.value, target.key, .null, .null)
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
        call = Call(.accountRole, holding: .acting, viewer.value, target.key, .text(role.rawValue), .null)
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
        call = Call(.accountResetCode, viewer.value, target.key, .bytes(code.digest), .null)
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
