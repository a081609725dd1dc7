public import BoardProtocol
internal import UnicodeText

extension TextRules {
    /// A member's name: 1–32 letters of any script with their marks, decimal digits, `_`, `-` and `.`.
    ///
    /// Its key obeys the same alphabet, which turns away ligatures like U+FDFA that hold spaces.
    public static func name(_ raw: String, field: String) throws(Refusal) -> MemberName {
        let trimmed = raw.trimmed
        try TextLimit.name.checkRaw(trimmed, field: field)
        let display = UnicodeText.nfc(String(trimmed))
        try TextLimit.name.check(display, field: field)
        try checkAlphabet(of: display, field: field)

        let key = MemberName.key(of: display)
        try checkAlphabet(of: key, field: field)
        if ReservedNames.contains(key: key) {
            throw .invalid(field, "This name is reserved: choose another.")
        }
        return MemberName(display: display, key: key)
    }

    private static func checkAlphabet(of name: String, field: String) throws(Refusal) {
        var hasLetterOrDigit = false
        var carriesMarks = false
        var marks = 0
        for scalar in name.unicodeScalars {
            if scalar.properties.isDefaultIgnorableCodePoint || scalar.isNoncharacter {
                throw .invalid(field, "Remove the invisible character \(scalar.codePoint) from \(field).")
            }
            if scalar.isLetterMark, carriesMarks {
                // Unicode's advice against towers of marks (UTS #39, 5.4); those with a width of their own
                // begin anew, as Burmese needs it.
                marks = scalar.properties.generalCategory == .nonspacingMark ? marks + 1 : 0
                if marks > 4 { throw .invalid(field, "Use at most 4 marks on a letter in \(field).") }
                continue
            }
            marks = 0
            carriesMarks = scalar.isLetter
            guard scalar.isLetter || scalar.isDecimalDigit || separators.contains(scalar) else {
                throw .invalid(
                    field, "Use only letters, digits, _ - and . in \(field), not \(scalar.codePoint).")
            }
            if !separators.contains(scalar), scalar.isVisible { hasLetterOrDigit = true }
        }
        guard hasLetterOrDigit else {
            throw .invalid(field, "Write at least one letter or digit in \(field).")
        }
    }

    private static let separators: Set<Unicode.Scalar> = ["_", "-", "."]
}
