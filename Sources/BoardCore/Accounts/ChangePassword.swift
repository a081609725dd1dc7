public import BoardProtocol
public import BoardSQL

extension ChangePassword: BoardSecretWrite {
    public struct Prepared: Sendable {
        var oldHash: String
        var newHash: String
        var token: String
        var digest: [UInt8]
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "change your password")
    }

    public func lookup(for viewer: Viewer) throws(Refusal) -> Call? {
        _ = try TextRules.password(new, field: "new")
        return Call(.accountSecret, viewer.value)
    }

    public func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared {
        let (_, oldHash) = try secrets.compare(
            TextRules.passwordForm(current), with: found, otherwise: .badPassword)
        let token = secrets.token()
        return Prepared(
            oldHash: oldHash, newHash: try secrets.hash(checked: try TextRules.password(new, field: "new")),
            token: token, digest: secrets.digest(token))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        Call(
            .accountPassword, telling: viewer.accountId.map { [$0] } ?? [], viewer.value,
            .text(prepared.oldHash),
            .text(prepared.newHash), .bytes(prepared.digest), .optional(viewer.client))
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        return Outcome(
            Reply(token: prepared.token),
            effects: [
                .sessionMoved(SessionID(rawValue: row.int64("session_id"))),
                .sessionsEnded(row.int64s("ended").map(SessionID.init(rawValue:))),
            ])
    }
}
