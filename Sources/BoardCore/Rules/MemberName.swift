internal import UnicodeText

/// A member's name that has passed the rules, in its two forms.
public struct MemberName: Sendable, Equatable {
    /// As its owner wrote it, in normal form C.
    public let display: String
    /// Without case and width; two members never share one.
    public let key: String

    /// The key of whatever somebody typed, to look a name up.
    ///
    /// The rules are not checked, so that one made stricter later locks nobody out. What no rule would ever
    /// let through, for its length or its control characters, has the empty key, which is nobody's.
    public static func key(of raw: String) -> String {
        let trimmed = raw.trimmed
        guard trimmed.utf8.count <= TextLimit.name.rawBytes,
            !trimmed.unicodeScalars.contains(where: \.isControl)
        else { return "" }
        return UnicodeText.nfkcCaseFold(String(trimmed))
    }
}
