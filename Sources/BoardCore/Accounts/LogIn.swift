public import BoardProtocol
public import BoardSQL

extension LogIn: BoardSecretWrite {
    public struct Prepared: Sendable {
        var account: AccountID
        var hash: String
        var token: String
        var digest: [UInt8]
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func lookup(for viewer: Viewer) throws(Refusal) -> Call? {
        Call(.accountFind, .text(MemberName.key(of: name)), .text(viewer.address), .bool(viewer.isLimited))
    }

    public func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared {
        try found?.refusal()
        let (account, hash) = try secrets.compare(
            TextRules.passwordForm(password), with: found, otherwise: .badLogIn)
        let token = secrets.token()
        return Prepared(account: account, hash: hash, token: token, digest: secrets.digest(token))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        Call(
            .sessionCreate, telling: [prepared.account], .int(prepared.account.rawValue),
            .text(prepared.hash),
            .bytes(prepared.digest), .optional(viewer.client))
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        guard rows[0].isNull("refusal") else { throw .badLogIn }
        return try SignedIn.outcome(of: rows[0], token: prepared.token)
    }
}
