public import BoardProtocol
internal import UnicodeText

/// What people may write: each rule takes what was sent and gives what is stored, or says what to change.
///
/// A text is trimmed, put into normal form C, and then checked and counted as it will be stored.
public enum TextRules {
    /// A title or a category: one line.
    public static func title(_ raw: String, field: String) throws(Refusal) -> String {
        let text = try normalised(raw.trimmed, limit: .title, field: field)
        // With a message of its own, and also for the separators that a body may have.
        if text.unicodeScalars.contains(where: \.breaksLine) {
            throw .invalid(field, "Write \(field) in one line, without line breaks and tabs.")
        }
        return try checked(text, limit: .title, field: field)
    }

    /// A post's text: lines and tabs are kept, and Windows' line ends become `\n`.
    public static func body(_ raw: String, field: String) throws(Refusal) -> String {
        try lines(raw, limit: .body, field: field)
    }

    /// The reason of a report or of a moderator's command.
    public static func why(_ raw: String, field: String) throws(Refusal) -> String {
        try lines(raw, limit: .remark, field: field)
    }

    /// Texts as listed words are looked for in them: under NFKC case folding, one a line.
    static func folded(_ texts: String?...) -> String {
        texts.compactMap { $0.map(UnicodeText.nfkcCaseFold) }.joined(separator: "\n")
    }

    /// A word for the filter: 1–100 characters in one line, something of which is left under NFKC case folding.
    static func word(_ raw: String, field: String) throws(Refusal) -> (word: String, key: String) {
        let word = try title(raw, field: field)
        let key = UnicodeText.nfkcCaseFold(word)
        guard word.count <= 100, !key.isEmpty else {
            throw .invalid(field, "Write a word of at most 100 characters.")
        }
        return (word, key)
    }

    /// The key by which a repeated request is recognised: opaque, so neither trimmed nor normalised.
    public static func clientKey(_ raw: String, field: String) throws(Refusal) -> String {
        if raw.isEmpty { throw .invalid(field, "Leave \(field) out, or give it a value.") }
        if let scalar = raw.unicodeScalars.first(where: { $0.isControl || $0.isNoncharacter }) {
            throw .invalid(field, "Remove the control character \(scalar.codePoint) from \(field).")
        }
        try TextLimit.clientKey.check(raw, field: field)
        return raw
    }

    private static func lines(_ raw: String, limit: TextLimit, field: String) throws(Refusal) -> String {
        let text = try normalised(withPlainLineEnds(raw.trimmed), limit: limit, field: field)
        return try checked(text, limit: limit, allowing: ["\n", "\t"], field: field)
    }

    private static func normalised(
        _ text: Substring, limit: TextLimit, field: String
    ) throws(Refusal) -> String {
        try limit.checkRaw(text, field: field)
        return UnicodeText.nfc(String(text))
    }

    private static func checked(
        _ text: String, limit: TextLimit, allowing controls: Set<Unicode.Scalar> = [], field: String
    ) throws(Refusal) -> String {
        try limit.check(text, field: field)
        for scalar in text.unicodeScalars {
            if scalar.isControl, !controls.contains(scalar) {
                throw .invalid(field, "Remove the control character \(scalar.codePoint) from \(field).")
            }
            if scalar.redirectsReading {
                throw .invalid(
                    field, "Remove \(scalar.codePoint) from \(field): it turns the direction of reading.")
            }
            if scalar.isNoncharacter {
                throw .invalid(field, "Remove \(scalar.codePoint) from \(field): it is not a character.")
            }
        }
        guard text.unicodeScalars.contains(where: \.isVisible) else {
            throw .invalid(field, "Write something in \(field) that can be seen.")
        }
        return text
    }

    /// CRLF as `\n`; a lone CR stays, and is refused like any control character.
    private static func withPlainLineEnds(_ text: Substring) -> Substring {
        guard text.utf8.contains(0x0D) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\n", result.last == "\r" { result.removeLast() }
            result.append(scalar)
        }
        return Substring(String(result))
    }
}

extension Unicode.Scalar {
    /// White space that is no mere gap: tab, line feed … carriage return, NEL, the two separators.
    fileprivate var breaksLine: Bool {
        0x09...0x0D ~= value || value == 0x85 || value == 0x2028 || value == 0x2029
    }
}
