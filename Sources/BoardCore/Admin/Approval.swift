import BoardProtocol
import BoardSQL

/// `approve`: who registered may act from now on.
struct ApproveAccount: AdminAction {
    let call: Call?
    private let target: AccountTarget

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        call = Call(.accountApprove, holding: .acting, viewer.value, target.key)
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        guard let account = try target.changed(rows[0]) else {
            return Outcome(RunCommand.Reply("Nothing changed."))
        }
        return Outcome(
            .changed("Approved \(rows[0].text("name")).", rows[0]), effects: [.accountChanged(account)])
    }
}

/// `reject`: the account goes, and its name is free.
struct RejectAccount: AdminAction {
    let call: Call?
    private let target: AccountTarget
    private var erasing: EraseAccount?
    private var reply = RunCommand.Reply("Nothing changed.")

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        call = Call(.accountReject, holding: .acting, viewer.value, target.key)
    }

    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        if let erasing {
            let step = try erasing.outcome(of: rows)
            return Outcome(reply, changes: step.changes, effects: step.effects, next: step.next)
        }
        guard let account = try target.changed(rows[0]) else { return Outcome(reply) }
        let erasing = EraseAccount(account: account)
        self.erasing = erasing
        reply = .changed("Rejected \(rows[0].text("name")).", rows[0])
        let ended = rows[0].int64s("ended").map(SessionID.init(rawValue:))
        return Outcome(
            reply, effects: [.sessionsEnded(ended), .accountChanged(account)], next: erasing.plan)
    }
}

/// `invite`.
struct CreateInvite: AdminAction {
    let call: Call?
    private let code: OneTimeCode

    init(_ viewer: Viewer, _ code: OneTimeCode) {
        self.code = code
        call = Call(.inviteCreate, viewer.value, .bytes(code.digest))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        try rows[0].refusal()
        let text = "An invitation for one account, good for 30 days: \(code.text)"
        return Outcome(.changed(text, rows[0], [("code", .string(code.text))]))
    }
}
