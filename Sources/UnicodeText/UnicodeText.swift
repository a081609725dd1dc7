internal import CUnicode

/// Unicode's normal forms, by utf8proc's tables and without Foundation.
///
/// Swift compares strings by canonical equivalence, the database by bytes: what is stored or looked up goes
/// through here first. Both functions take time in proportion to the text, whatever it holds.
public enum UnicodeText {
    /// The text in normal form C: the same to a reader, and one spelling for each character.
    public static func nfc(_ text: String) -> String {
        // Below U+0300 nothing composes and nothing is out of order.
        if text.unicodeScalars.allSatisfy({ $0.value < 0x300 }) { return text }
        return normalised(text, by: [UTF8PROC_STABLE, UTF8PROC_COMPOSE])
    }

    /// The text as `NFKC_Casefold`: without case, width and default-ignorable characters; a key, not for showing.
    public static func nfkcCaseFold(_ text: String) -> String {
        normalised(
            text,
            by: [UTF8PROC_STABLE, UTF8PROC_COMPOSE, UTF8PROC_COMPAT, UTF8PROC_CASEFOLD, UTF8PROC_IGNORE])
    }

    /// Decomposes, orders and composes.
    ///
    /// Not one call of `utf8proc_map`: that one orders marks by bubble sort, so that a single
    /// post with a long run of them would hold a thread for a good part of a second.
    private static func normalised(_ text: String, by options: [utf8proc_option_t]) -> String {
        let options = utf8proc_option_t(options.reduce(0) { $0 | $1.rawValue })
        var scalars = decomposed(text, by: options)
        orderMarks(of: &scalars)
        let count = utf8proc_normalize_utf32(&scalars, scalars.count, options)
        precondition(count >= 0, "utf8proc: \(String(cString: utf8proc_errmsg(count)))")

        var result = String.UnicodeScalarView()
        result.reserveCapacity(count)
        for scalar in scalars.prefix(count) {
            result.append(Unicode.Scalar(UInt32(scalar)) ?? "\u{FFFD}")
        }
        return String(result)
    }

    private static func decomposed(_ text: String, by options: utf8proc_option_t) -> [Int32] {
        // U+FDFA, the longest, becomes 18 scalars.
        var parts = [Int32](repeating: 0, count: 32)
        var result: [Int32] = []
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            let count = utf8proc_decompose_char(Int32(scalar.value), &parts, parts.count, options, nil)
            precondition(0...parts.count ~= count, "utf8proc: \(String(cString: utf8proc_errmsg(count)))")
            result += parts.prefix(count)
        }
        return result
    }

    /// Puts each run of marks into canonical order: by class, and within a class as they came.
    private static func orderMarks(of scalars: inout [Int32]) {
        var start = 0
        while start < scalars.count {
            guard combiningClass(scalars[start]) != 0 else {
                start += 1
                continue
            }
            let end = scalars[start...].firstIndex { combiningClass($0) == 0 } ?? scalars.count
            if end - start > 1 {
                // The position settles ties: the library's sort does not promise to be stable.
                let run = scalars[start..<end].enumerated().map { (combiningClass($1), $0, $1) }
                let ordered = run.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
                scalars.replaceSubrange(start..<end, with: ordered.map(\.2))
            }
            start = end
        }
    }

    private static func combiningClass(_ scalar: Int32) -> Int16 {
        utf8proc_get_property(scalar).pointee.combining_class
    }
}
