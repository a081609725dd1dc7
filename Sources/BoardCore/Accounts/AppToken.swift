import BoardProtocol

/// What the app's own backend says of a member: a JWT whose signature has been verified (RFC 7519, RFC 7515).
///
/// Times are judged by the statement that uses it, by the database's clock.
struct AppToken: Sendable, Equatable {
    /// The member's id in the app; 1–255 bytes.
    var subject: String
    var name: String?
    var expiresMs: Int64
    var notBeforeMs: Int64?

    /// Nil for whatever is not such a token, or not signed with our key by that very algorithm.
    init?(_ text: String, algorithm: String, verifiedBy secrets: any Secrets) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard text.utf8.count <= 8_192, parts.count == 3,
            let header = AppToken.object(parts[0]), header["alg"] == .string(algorithm),
            header["crit"] == nil,
            let signature = Base64URL.decode(parts[2]),
            secrets.verifies(appTokenSignature: signature, of: Array("\(parts[0]).\(parts[1])".utf8)),
            let claims = AppToken.object(parts[1])
        else { return nil }
        guard case .string(let subject) = claims["sub"], 1...255 ~= subject.utf8.count,
            !subject.utf8.contains(0), let expires = AppToken.milliseconds(claims["exp"])
        else { return nil }
        self.subject = subject
        expiresMs = expires
        if let start = claims["nbf"] {
            guard let milliseconds = AppToken.milliseconds(start) else { return nil }
            notBeforeMs = milliseconds
        }
        if case .string(let name) = claims["name"] { self.name = name }
    }

    private static func object(_ part: String) -> JSON? {
        guard let bytes = Base64URL.decode(part), let json = try? JSONReader.read(bytes),
            case .object = json
        else { return nil }
        return json
    }

    /// A NumericDate: seconds since 1970, perhaps with a fraction.
    private static func milliseconds(_ json: JSON?) -> Int64? {
        guard case .number(let number) = json, let seconds = number.double, abs(seconds) < 9e12 else {
            return nil
        }
        return Int64(seconds * 1_000)
    }
}
