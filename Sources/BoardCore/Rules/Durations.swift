public import BoardProtocol
internal import UnicodeText

/// Spans of time as moderators type them: `30s`, `10m`, `2h`, `7d`, `off`, `forever`.
///
/// In any case and width. 0 stands for `off` alone: a number must be at least 1, and at most 100 years.
public enum Durations {
    /// The seconds of any of them; 0 for `off`, nil for `forever`.
    public static func seconds(_ raw: String, field: String) throws(Refusal) -> Int64? {
        let text = raw.utf8.count > longest ? "" : UnicodeText.nfkcCaseFold(String(raw.trimmed))
        if text == "off" { return 0 }
        if text == "forever" { return nil }
        guard let unit = text.last.flatMap({ units[$0] }),
            let count = wholeNumber(text.dropLast()), count > 0, count <= most / unit
        else {
            throw .invalid(field, "Write a time such as 30s, 10m, 2h or 7d.")
        }
        return count * unit
    }

    /// How long somebody is suspended: `7d`, or `forever`, which is nil.
    public static func suspension(_ raw: String, field: String) throws(Refusal) -> Int64? {
        let seconds = try seconds(raw, field: field)
        if seconds == 0 {
            throw .invalid(field, "Write a time such as 7d, or forever.")
        }
        return seconds
    }

    /// How long a member waits between two posts of a thread: `30s`, at most a day, or `off`, which is 0.
    static func slowMode(_ raw: String, field: String) throws(Refusal) -> Int64 {
        guard let seconds = try seconds(raw, field: field), seconds <= 86_400 else {
            throw .invalid(field, "Write a time of at most 1d, such as 30s, or off.")
        }
        return seconds
    }

    /// Not `Int64(text)` alone, which also reads a sign.
    private static func wholeNumber(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ? Int64(text) : nil
    }

    /// In bytes; more than any of them, in full width and with spaces around.
    private static let longest = 128
    private static let most: Int64 = 100 * 365 * 86_400
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
}
