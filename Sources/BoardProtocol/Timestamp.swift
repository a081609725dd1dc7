/// A moment, to the millisecond; on the wire RFC 3339 in UTC, as `2026-12-01T09:30:00.000Z`.
public struct Timestamp: Sendable, Hashable, Comparable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }

    /// The first and the last moment that have a text: the years 0000 to 9999.
    public static let earliest = Timestamp(milliseconds: -62_167_219_200_000)
    public static let latest = Timestamp(milliseconds: 253_402_300_799_999)
}

extension Timestamp: CustomStringConvertible, Codable {
    /// The moment that `text` names in exactly the wire's form; nil for any other, and for days and times
    /// that do not exist (leap seconds among them).
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 24, bytes[23] == UInt8(ascii: "Z") else { return nil }
        /// The number that begins at `start`, and the character that must stand before it.
        func number(_ start: Int, _ digits: Int, after mark: Unicode.Scalar? = nil) -> Int64? {
            if let mark, bytes[start - 1] != UInt8(ascii: mark) { return nil }
            var value: Int64 = 0
            for byte in bytes[start..<start + digits] {
                guard byte &- UInt8(ascii: "0") < 10 else { return nil }
                value = value * 10 + Int64(byte - UInt8(ascii: "0"))
            }
            return value
        }
        guard let year = number(0, 4), let month = number(5, 2, after: "-"),
            let day = number(8, 2, after: "-"), let hour = number(11, 2, after: "T"), hour < 24,
            let minute = number(14, 2, after: ":"), minute < 60,
            let second = number(17, 2, after: ":"), second < 60,
            let millisecond = number(20, 3, after: ".")
        else { return nil }
        let date = CivilDate(year: year, month: month, day: day)
        guard date.exists else { return nil }
        let seconds = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
        milliseconds = seconds * 1000 + millisecond
    }

    /// The wire's form; a moment beyond ``earliest`` or ``latest`` is written as that one.
    public var description: String {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    func append(to bytes: inout [UInt8]) {
        let moment = min(max(self, .earliest), .latest).milliseconds
        let (days, rest) = moment.dividedDown(by: 86_400_000)
        let date = CivilDate(daysSince1970: days)
        func append(_ value: Int64, digits: Int, then end: Unicode.Scalar) {
            var scale: Int64 = digits == 4 ? 1000 : digits == 3 ? 100 : 10
            while scale > 0 {
                bytes.append(UInt8(ascii: "0") + UInt8(value / scale % 10))
                scale /= 10
            }
            bytes.append(UInt8(ascii: end))
        }
        append(date.year, digits: 4, then: "-")
        append(date.month, digits: 2, then: "-")
        append(date.day, digits: 2, then: "T")
        append(rest / 3_600_000, digits: 2, then: ":")
        append(rest / 60_000 % 60, digits: 2, then: ":")
        append(rest / 1000 % 60, digits: 2, then: ".")
        append(rest % 1000, digits: 3, then: "Z")
    }

    public init(from decoder: any Decoder) throws {
        guard let moment = Timestamp(try decoder.singleValueContainer().decode(String.self)) else {
            throw JSONError.invalid("must be a time like 2026-12-01T09:30:00.000Z")
        }
        self = moment
    }

    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ValueEncoder {
            encoder.output.writer.write(self)
        } else {
            var container = encoder.singleValueContainer()
            try container.encode(description)
        }
    }
}

/// A day of the Gregorian calendar, carried back before its beginning.
private struct CivilDate {
    var year, month, day: Int64

    init(year: Int64, month: Int64, day: Int64) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// Counts in eras of 400 years that begin on 1 March, so that the leap day comes last.
    init(daysSince1970 days: Int64) {
        let (era, dayOfEra) = (days + 719_468).dividedDown(by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var daysSince1970: Int64 {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).dividedDown(by: 400)
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// Whether the calendar has this day: a made-up one comes back as another.
    var exists: Bool {
        let real = CivilDate(daysSince1970: daysSince1970)
        return (real.year, real.month, real.day) == (year, month, day)
    }
}

extension Int64 {
    /// Quotient and remainder rounded down, so that the remainder is never negative.
    fileprivate func dividedDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
