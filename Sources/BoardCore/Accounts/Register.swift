public import BoardProtocol
public import BoardSQL

extension Register: BoardSecretWrite {
    public struct Prepared: Sendable {
        var name: MemberName
        var hash: String
        var token: String
        var digest: [UInt8]
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func lookup(for viewer: Viewer) throws(Refusal) -> Call? {
        _ = try TextRules.name(name, field: "name")
        _ = try TextRules.password(password, field: "password")
        return Call(.registrationAdmit, .text(viewer.address), .bool(viewer.isLimited))
    }

    public func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared {
        try found?.refusal()
        let token = secrets.token()
        return Prepared(
            name: try TextRules.name(name, field: "name"),
            hash: try secrets.hash(checked: try TextRules.password(password, field: "password")),
            token: token,
            digest: secrets.digest(token))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        Call(
            .accountCreate, .text(prepared.name.display), .text(prepared.name.key), .text(prepared.hash),
            .bytes(prepared.digest), .optional(viewer.client))
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        guard rows[0].isNull("refusal") else {
            throw Refusal(.conflict, "This name is taken. Choose another one.", field: "name")
        }
        return try SignedIn.outcome(of: rows[0], token: prepared.token)
    }
}
