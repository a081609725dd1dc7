public import BoardProtocol
internal import UnicodeText

extension TextRules {
    /// A new password in the form that is hashed: 8–256 characters, no control characters.
    public static func password(_ raw: String, field: String) throws(Refusal) -> String {
        try TextLimit.password.checkRaw(Substring(raw), field: field)
        let password = passwordForm(raw)
        let limit = TextLimit.password
        if password.utf8.count > limit.bytes || password.count > limit.characters {
            throw .invalid(field, "Choose a password of at most \(limit.characters) characters.")
        }
        if password.count < fewestPasswordCharacters {
            throw .invalid(field, "Choose a password of at least \(fewestPasswordCharacters) characters.")
        }
        if password.unicodeScalars.contains(where: { $0.isControl || $0.isNoncharacter }) {
            throw .invalid(field, "Choose a password without control characters.")
        }
        return password
    }

    /// What is compared when somebody logs in: the same for all ways in which keyboards write one password.
    ///
    /// RFC 8265's OpaqueString: every space becomes U+0020, then normal form C; case, width and the spaces at
    /// the ends are kept. No rule is checked, so that old passwords outlive new rules. Of the RFC's forbidden
    /// characters ``password(_:field:)`` refuses only controls: the others include the parts of emoji.
    public static func passwordForm(_ raw: String) -> String {
        var spaced = String.UnicodeScalarView()
        for scalar in raw.unicodeScalars {
            spaced.append(scalar.properties.generalCategory == .spaceSeparator ? " " : scalar)
        }
        return UnicodeText.nfc(String(spaced))
    }

    private static let fewestPasswordCharacters = 8
}
