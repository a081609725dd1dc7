public import BoardProtocol
public import BoardSQL

extension ExchangeSession: BoardSecretWrite {
    public static var isSlow: Bool { false }

    public struct Prepared: Sendable {
        var appToken: AppToken
        var names: [MemberName]
        var token: String
        var digest: [UInt8]
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func lookup(for viewer: Viewer) -> Call? {
        Call(.exchangeAdmit, .text(viewer.address), .bool(viewer.isLimited))
    }

    public func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared {
        guard let algorithm = secrets.appTokenAlgorithm else {
            throw Refusal(.methodNotFound, "There is no such method.")
        }
        try found?.refusal()
        guard let appToken = AppToken(token, algorithm: algorithm, verifiedBy: secrets) else {
            throw Self.badToken
        }
        let own = secrets.token()
        return Prepared(
            appToken: appToken, names: Self.names(wanting: appToken.name, with: secrets), token: own,
            digest: secrets.digest(own))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        let token = prepared.appToken
        return Call(
            .sessionExchange, .text(token.subject), .array(prepared.names.map { .text($0.display) }),
            .array(prepared.names.map { .text($0.key) }), .bytes(prepared.digest), .optional(viewer.client),
            .int(token.expiresMs), .optional(token.notBeforeMs))
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        if rows[0].textIfAny("refusal") == "badCredentials" { throw Self.badToken }
        return try SignedIn.outcome(of: rows[0], token: prepared.token)
    }

    private static let badToken = Refusal(.badCredentials, "The app's token is no good, or no longer.")

    /// Names to try: the wanted one, where it keeps the rules, the same with a number, and made-up ones.
    private static func names(wanting wanted: String?, with secrets: any Secrets) -> [MemberName] {
        let made = (0..<8).map { _ in "member-\(secrets.code().prefix(9).lowercased())" }
        let name = wanted.flatMap { try? TextRules.name($0, field: "name") }
        let numbered = name.map { name in (2...9).map { "\(name.display.prefix(28))-\($0)" } } ?? []
        return (name.map { [$0] } ?? [])
            + (numbered + made).compactMap { try? TextRules.name($0, field: "name") }
    }
}
