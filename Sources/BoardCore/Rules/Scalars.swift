/// What the text rules ask of a single scalar.
extension Unicode.Scalar {
    /// C0, DEL or C1.
    var isControl: Bool { value < 0x20 || 0x7F...0x9F ~= value }

    /// Embeddings, overrides and isolates: they can make a line read differently from what it says.
    ///
    /// The plain marks (U+200E, U+200F, U+061C) only touch their neighbours and are needed in mixed text.
    var redirectsReading: Bool { 0x202A...0x202E ~= value || 0x2066...0x2069 ~= value }

    /// Reserved for the inside of programs: never a character.
    var isNoncharacter: Bool { 0xFDD0...0xFDEF ~= value || value & 0xFFFE == 0xFFFE }

    /// Whether a reader sees something where this stands alone.
    ///
    /// White space, controls, format characters, default-ignorables (the Hangul fillers among them) and the
    /// blank symbols are not seen; nor does a mark count, which needs a letter under it. Unassigned and
    /// private scalars do: fonts draw at least a box for them, and tomorrow's emoji are unassigned today.
    var isVisible: Bool {
        if properties.isWhitespace || properties.isDefaultIgnorableCodePoint { return false }
        if isNoncharacter || Self.blanks.contains(self) { return false }
        switch properties.generalCategory {
        case .control, .format, .surrogate, .nonspacingMark, .spacingMark, .enclosingMark: return false
        default: return true
        }
    }

    var isLetter: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
        default: false
        }
    }

    var isDecimalDigit: Bool { properties.generalCategory == .decimalNumber }

    /// A mark that belongs to a letter; those that enclose (U+20DD) do not.
    var isLetterMark: Bool {
        properties.generalCategory == .nonspacingMark || properties.generalCategory == .spacingMark
    }

    /// As people look it up: `U+202E`.
    var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }

    /// Letters and symbols by category, and yet drawn as nothing: the Braille blank, the musical null
    /// notehead, the blank hieroglyphs.
    private static let blanks: Set<Unicode.Scalar> = ["\u{2800}", "\u{1D159}", "\u{13441}", "\u{13442}"]
}

extension String {
    /// The text without white space (Unicode's `White_Space`) at its ends.
    ///
    /// By scalars: by characters, a mark after the last space would keep the space.
    var trimmed: Substring {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return Substring(scalars[first...last])
    }
}
