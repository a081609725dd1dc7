import BoardProtocol
import Testing

@Suite("Times on the wire")
struct TimestampTests {
    @Test(
        "Moments and their texts",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (1_796_117_400_000, "2026-12-01T09:30:00.000Z"), (951_782_399_999, "2000-02-28T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"), (1_709_251_199_007, "2024-02-29T23:59:59.007Z"),
            (-62_167_219_200_000, "0000-01-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-2_208_988_800_000, "1900-01-01T00:00:00.000Z"), (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func texts(_ milliseconds: Int64, text: String) throws {
        let moment = Timestamp(milliseconds: milliseconds)
        #expect(moment.description == text)
        #expect(Timestamp(text) == moment)
        #expect(try JSONCoding.encode(moment) == Array("\"\(text)\"".utf8))
        #expect(try JSONCoding.decode(Timestamp.self, from: .string(text)) == moment)
    }

    @Test(
        "Any other form is refused, and so are times that do not exist",
        arguments: [
            "", "2026-12-01", "2026-12-01T09:30:00Z", "2026-12-01T09:30:00.00Z", "2026-12-01T09:30:00.0000Z",
            "2026-12-01t09:30:00.000Z", "2026-12-01T09:30:00.000z", "2026-12-01 09:30:00.000Z",
            "2026-12-01T09:30:00.000+00:00", "2026-12-01T09:30:00,000Z", " 2026-12-01T09:30:00.000Z",
            "2026-12-01T09:30:00.000Z ", "+026-12-01T09:30:00.000Z", "2026-1a-01T09:30:00.000Z",
            "2026-00-01T09:30:00.000Z", "2026-13-01T09:30:00.000Z", "2026-12-00T09:30:00.000Z",
            "2026-12-32T09:30:00.000Z", "2026-04-31T09:30:00.000Z", "2026-02-29T09:30:00.000Z",
            "2100-02-29T09:30:00.000Z", "2026-12-01T24:00:00.000Z", "2026-12-01T09:60:00.000Z",
            "2026-12-31T23:59:60.000Z", "２026-12-01T09:30:00.0Z", "2026-12-01T09:30:00.é0Z",
        ])
    func refused(_ text: String) {
        #expect(Timestamp(text) == nil)
        #expect(throws: JSONError.self) { try JSONCoding.decode(Timestamp.self, from: .string(text)) }
    }

    @Test("The days of ten thousand years come back, in order")
    func days() {
        var last = ""
        var moment = Timestamp.earliest
        while moment <= .latest {
            let text = moment.description
            if text <= last || Timestamp(text) != moment { Issue.record("\(text) after \(last)") }
            last = text
            moment.milliseconds += 11 * 86_400_000
        }
        #expect(last > "9999-12-20")
    }

    @Test("Moments without a text of their own are written as the nearest that has one")
    func beyond() {
        #expect(Timestamp(milliseconds: .max).description == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp(milliseconds: .min).description == "0000-01-01T00:00:00.000Z")
    }
}
