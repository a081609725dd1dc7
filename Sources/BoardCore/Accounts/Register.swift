public import BoardProtocol
public import BoardSQL

extension Register: BoardSecretWrite {
    public struct Prepared: Sendable {
        var name: MemberName
        var hash: String
        var token: String
        var digest: [UInt8]
        var invite: [UInt8]?
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        guard viewer.registration != .closed else {
            throw Refusal(.forbidden, "No new accounts are made here.")
        }
    }

    public func lookup(for viewer: Viewer) throws(Refusal) -> Call? {
        _ = try TextRules.name(name, field: "name")
        _ = try TextRules.password(password, field: "password")
        if viewer.registration == .invite, invite == nil { throw Self.notInvited }
        return Call(.registrationAdmit, .text(viewer.address), .bool(viewer.isLimited))
    }

    public func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared {
        try found?.refusal()
        let token = secrets.token()
        return Prepared(
            name: try TextRules.name(name, field: "name"),
            hash: try secrets.hash(checked: try TextRules.password(password, field: "password")),
            token: token,
            digest: secrets.digest(token),
            invite: invite.map(secrets.digest(code:)))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        Call(
            .accountCreate, .text(prepared.name.display), .text(prepared.name.key), .text(prepared.hash),
            .bytes(prepared.digest), .optional(viewer.client), .bool(viewer.registration == .approve),
            .bool(viewer.registration == .invite), prepared.invite.map(Value.bytes) ?? .null)
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        switch rows[0].textIfAny("refusal") {
        case "forbidden": throw Self.notInvited
        case "conflict":
            throw Refusal(.conflict, "This name is taken. Choose another one.", field: "name")
        default: return try SignedIn.outcome(of: rows[0], token: prepared.token)
        }
    }

    private static let notInvited = Refusal(
        .forbidden, "An account takes an invitation here: a code that nobody has used yet.")
}
