import BoardProtocol

/// How long a text may be, in each of the ways it is counted.
public struct TextLimit: Sendable, Equatable {
    /// Grapheme clusters: what a person counts.
    public let characters: Int
    /// Bytes of UTF-8 in normal form C.
    public let bytes: Int

    /// A character may be made of many scalars, a text of this many for each on average.
    public static let scalarsPerCharacter = 8

    /// A thread's or a post's title, and a category.
    public static let title = TextLimit(
        characters: Limits.current.titleCharacters, bytes: Limits.current.titleBytes)
    public static let body = TextLimit(
        characters: Limits.current.bodyCharacters, bytes: Limits.current.bodyBytes)
    /// An image's description, and the reason somebody gives.
    public static let remark = TextLimit(characters: 1_000, bytes: 8_192)
    public static let name = TextLimit(characters: 32, bytes: 512)
    /// In bytes what the scalars of 256 characters can take: a bound on work, no rule of its own.
    public static let password = TextLimit(characters: 256, bytes: 8_192)
    public static let clientKey = TextLimit(characters: 64, bytes: 1_024)

    /// What is longer cannot fit: normal form C is a third as long at best (Hangul, the Kelvin sign).
    var rawBytes: Int { bytes * 3 }

    /// Turns away what cannot fit, before anything is spent on it.
    func checkRaw(_ text: Substring, field: String) throws(Refusal) {
        if text.utf8.count > rawBytes { throw tooLong(field) }
    }

    /// Checks a text in normal form, the cheap counts first.
    func check(_ text: String, field: String) throws(Refusal) {
        if text.utf8.count > bytes { throw tooLong(field) }
        let count = text.count
        if count > characters { throw tooLong(field) }
        if text.unicodeScalars.count > count * Self.scalarsPerCharacter {
            throw .invalid(
                field, "Use fewer marks and joiners in \(field): too many for so few characters.")
        }
    }

    private func tooLong(_ field: String) -> Refusal {
        .invalid(field, "Shorten \(field) to at most \(characters) characters and \(bytes) bytes of UTF-8.")
    }
}
