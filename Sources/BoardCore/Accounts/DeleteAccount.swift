public import BoardProtocol
public import BoardSQL

extension DeleteAccount: BoardSecretWrite {
    public struct Prepared: Sendable {
        var account: AccountID
        var hash: String
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "delete your account")
    }

    public func lookup(for viewer: Viewer) throws(Refusal) -> Call? {
        Call(.accountSecret, viewer.value)
    }

    public func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared {
        if let found, found.isNull("password_hash") {
            throw Refusal(.forbidden, "This account has no password: it ends where it was made.")
        }
        let (account, hash) = try secrets.compare(
            TextRules.passwordForm(password), with: found, otherwise: .badPassword)
        return Prepared(account: account, hash: hash)
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        Call(
            .accountDelete, holding: .acting, telling: [prepared.account], .int(prepared.account.rawValue),
            .text(prepared.hash))
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        guard let row = rows.first, row.has("refusal") else {
            let step = try EraseAccount(account: prepared.account).outcome(of: rows)
            return Outcome(Nothing(), changes: step.changes, effects: step.effects, next: step.next)
        }
        if row.textIfAny("refusal") == "conflict" {
            throw Refusal(.conflict, "The last admin can't leave. Give somebody else the role first.")
        }
        try row.refusal()
        return Outcome(
            Nothing(),
            effects: [.signedOut, .sessionsEnded(row.int64s("ended").map(SessionID.init(rawValue:)))],
            next: EraseAccount(account: prepared.account).plan)
    }
}
