import BoardCore
import BoardProtocol
import Testing

@Suite("Times as moderators type them")
struct DurationsTests {
    @Test(
        "A number and a unit",
        arguments: [
            ("30s", 30), ("10m", 600), ("2h", 7_200), ("7d", 604_800), ("1S", 1), (" 7D ", 604_800),
            ("７ｄ", 604_800),
            ("007d", 604_800), ("36500d", 3_153_600_000), ("off", 0), ("OFF", 0),
        ] as [(String, Int64)])
    func seconds(_ text: String, _ wanted: Int64) throws {
        #expect(try Durations.seconds(text, field: "for") == wanted)
    }

    @Test("For ever", arguments: ["forever", "Forever", "ｆｏｒｅｖｅｒ"])
    func forever(_ text: String) throws {
        #expect(try Durations.seconds(text, field: "for") == nil)
        #expect(try Durations.suspension(text, field: "for") == nil)
    }

    @Test(
        "Nothing else",
        arguments: [
            "", " ", "s", "30", "0s", "-1s", "+1s", "1.5h", "1 h", "1w", "1h30m", "30ss", "never", "٣d",
            "36501d",
            "99999999999999999999d", "9223372036854775807d", times("9", 65_536), "1s" + times(" ", 65_536),
        ])
    func refused(_ text: String) {
        let error = #expect(throws: Refusal.self) { try Durations.seconds(text, field: "for") }
        #expect(error?.reason == .invalidParams)
        #expect(error?.field == "for")
    }

    @Test("A suspension has a time that is not none")
    func meaning() throws {
        #expect(try Durations.suspension("10m", field: "for") == 600)
        #expect(throws: Refusal.self) { try Durations.suspension("off", field: "for") }
    }
}
