public import BoardProtocol
public import BoardSQL

extension ResetPassword: BoardSecretWrite {
    public struct Prepared: Sendable {
        var newHash: String
        var codeDigest: [UInt8]
        var token: String
        var digest: [UInt8]
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func lookup(for viewer: Viewer) throws(Refusal) -> Call? {
        _ = try TextRules.password(new, field: "new")
        return nil
    }

    public func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared {
        let token = secrets.token()
        return Prepared(
            newHash: try secrets.hash(checked: try TextRules.password(new, field: "new")),
            codeDigest: secrets.digest(code: code), token: token, digest: secrets.digest(token))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        Call(
            .accountReset, .text(MemberName.key(of: name)), .bytes(prepared.codeDigest),
            .text(prepared.newHash),
            .bytes(prepared.digest), .optional(viewer.client))
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        guard rows[0].isNull("refusal") else {
            throw Refusal(
                .badCredentials, "Name or code is wrong, or the code is used up. Ask for a new one.")
        }
        return try SignedIn.outcome(of: rows[0], token: prepared.token)
    }
}
