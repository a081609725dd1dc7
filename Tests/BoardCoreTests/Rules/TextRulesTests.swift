import BoardCore
import BoardProtocol
import Testing

@Suite("What people may write")
struct TextRulesTests {
    static let everywhere: [RuleCase] = [
        .ok("Japanese", "今日の掲示板"),
        .ok("one letter", "a"),
        .ok("joined emoji", "👩🏽‍🚀👨‍👩‍👧‍👦"),
        .ok("a skin tone", "👍🏿"),
        .ok("a flag", "🇯🇵🏴󠁧󠁢󠁥󠁮󠁧󠁿"),
        .ok("Arabic with marks of direction", "مرحبا\u{200F} (Swift)\u{200E}"),
        .ok("Persian with a non-joiner", "می\u{200C}خواهم"),
        .ok("Devanagari", "नमस्ते"),
        .ok("Thai", "สวัสดี น้ำ"),
        .ok("an emoji of tomorrow", "\u{1FAFF}"),
        .ok("a private character", "\u{E000}"),
        .ok("a filler beside a letter", "가\u{3164}"),
        .ok("eight scalars on a character", "a" + times("\u{316}", 7)),
        .ok("composed", "cafe\u{301} か\u{3099}", "caf\u{E9} が"),
        .ok("composed Hangul", "\u{1112}\u{1161}\u{11AB}", "한"),
        .ok("white space at the ends", "\u{3000}\t \n\u{A0}題\u{2003}\r\n", "題"),
        .ok("white space at the end, under a mark", "a \u{301}", "a \u{301}"),
        .refused("nothing", ""),
        .refused("white space", " \u{3000}\t\n\u{A0}\u{2028}"),
        .refused("Hangul fillers", "\u{3164}\u{115F}\u{1160}\u{FFA0}"),
        .refused("zero-width characters", "\u{200B}\u{200D}\u{2060}\u{FEFF}\u{AD}\u{34F}"),
        .refused("variation selectors and tags", "\u{FE0F}\u{E0041}\u{E0100}"),
        .refused("the Braille blank", "\u{2800}"),
        .refused("the null notehead", "\u{1D159}"),
        .refused("a blank hieroglyph", "\u{13441}"),
        .refused("a mark alone", "\u{301}"),
        .refused("a spacing mark alone", "\u{93E}"),
        .refused("annotation marks", "\u{FFF9}\u{FFFB}"),
        .refused("nine scalars on a character", "a" + times("\u{316}", 8)),
        .refused("zalgo", "z" + times("\u{300}\u{323}\u{334}", 30)),
    ]

    static let controls: [RuleCase] = (Array(0...0x1F) + Array(0x7F...0x9F))
        .compactMap { Unicode.Scalar(UInt32($0)) }
        .filter { $0 != "\n" && $0 != "\t" }
        .map { .refused("control \($0.value)", "a\($0)b") }

    static let bidi: [RuleCase] = (Array(0x202A...0x202E) + Array(0x2066...0x2069))
        .compactMap { Unicode.Scalar(UInt32($0)) }
        .map { .refused("bidi \(String($0.value, radix: 16))", "abc\($0)gpj.exe") }

    static let noncharacters: [RuleCase] = [0xFDD0, 0xFDEF, 0xFFFE, 0xFFFF, 0x1FFFE, 0x10FFFF]
        .compactMap(Unicode.Scalar.init)
        .map { .refused("noncharacter \(String($0.value, radix: 16))", "a\($0)b") }

    @Test("Titles", arguments: everywhere + controls + bidi + noncharacters)
    func title(_ rule: RuleCase) { rule.expect(TextRules.title) }

    @Test("Bodies", arguments: everywhere + controls + bidi + noncharacters)
    func body(_ rule: RuleCase) { rule.expect(TextRules.body) }

    @Test("Reasons", arguments: everywhere + controls + bidi + noncharacters)
    func why(_ rule: RuleCase) { rule.expect(TextRules.why) }

    @Test(
        "A title is one line of 200 characters",
        arguments: [
            RuleCase.ok("200 letters", times("a", 200)),
            .ok("200 kanji", times("漢", 200)),
            .ok("200 and spaces", " " + times("a", 200) + times(" ", 5_000), times("a", 200)),
            .ok("200 when composed", times("\u{1112}\u{1161}\u{11AB}", 200), times("한", 200)),
            .ok("1,024 bytes", times("🇯🇵", 128)),
            .refused("201 letters", times("a", 201)),
            .refused("1,025 bytes", "a" + times("🇯🇵", 128)),
            .refused("a line break", "a\nb"),
            .refused("a Windows line break", "a\r\nb"),
            .refused("a tab", "a\tb"),
            .refused("a line separator", "a\u{2028}b"),
            .refused("a paragraph separator", "a\u{2029}b"),
        ])
    func titleOnly(_ rule: RuleCase) { rule.expect(TextRules.title) }

    @Test(
        "A body has 10,000 characters, lines and tabs",
        arguments: [
            RuleCase.ok("10,000 letters", times("a", 10_000)),
            .ok("10,000 kanji", times("漢", 10_000)),
            .ok("10,000 when composed", times("か\u{3099}", 10_000), times("が", 10_000)),
            .ok("32,768 bytes", times("🇯🇵", 4_096)),
            .ok("lines and tabs", "1\n\n\t2"),
            .ok("Windows' lines", "1\r\n\r\n2", "1\n\n2"),
            .ok("a line separator", "a\u{2028}b"),
            .refused("a lone carriage return", "1\r2"),
            .refused("a carriage return before a Windows line end", "1\r\r\n2"),
            .refused("10,001 letters", times("a", 10_001)),
            .refused("32,769 bytes", "a" + times("🇯🇵", 4_096)),
        ])
    func bodyOnly(_ rule: RuleCase) { rule.expect(TextRules.body) }

    @Test(
        "Remarks have 1,000 characters",
        arguments: [
            RuleCase.ok("1,000 letters", times("a", 1_000)),
            .ok("1,000 thumbs", times("👍🏽", 1_000)),
            .ok("lines", "a\r\nb", "a\nb"),
            .refused("1,001 letters", times("a", 1_001)),
            .refused("too many bytes", times("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 400)),
        ])
    func remarks(_ rule: RuleCase) {
        rule.expect(TextRules.why)
    }

    @Test(
        "A client's key is opaque",
        arguments: [
            RuleCase.ok("a UUID", "0b0b6ef7-8a43-4ad0-8a5c-7a3c8b7a1e0f"),
            .ok("64 characters", times("k", 64)),
            .ok("kept to the byte", " e\u{301} "),
            .refused("empty", ""),
            .refused("65 characters", times("k", 65)),
            .refused("a NUL", "a\u{0}"),
            .refused("a line break", "a\n"),
            .refused("marks without end", "a" + times("\u{301}", 60)),
        ])
    func clientKey(_ rule: RuleCase) { rule.expect(TextRules.clientKey) }

    static let large = 65_536

    /// The limit is generous for a debug build under load; what it catches is time that grows with the square.
    @Test(
        "64 KiB are refused quickly",
        arguments: [
            RuleCase.refused("letters", times("a", large)),
            .refused("one character", "a" + times("\u{307}\u{323}", large / 4)),
            .refused("white space", times(" ", large)),
            .refused("flags", times("🇯🇵", large / 8)),
            .refused("joiners", "👩" + times("\u{200D}👩", large / 7)),
            .refused("controls", times("\u{1}", large)),
            .refused("line ends", times("\r\n", large / 2)),
        ])
    func largeInputs(_ rule: RuleCase) {
        let time = ContinuousClock().measure {
            rule.expect(TextRules.title)
            rule.expect(TextRules.body)
            rule.expect(TextRules.clientKey)
        }
        #expect(time < .seconds(3))
    }

    @Test("Refusals say what to change")
    func messages() {
        #expect(
            throws: Refusal.invalid(
                "title", "Shorten title to at most 200 characters and 1024 bytes of UTF-8.")
        ) {
            try TextRules.title(times("a", 201), field: "title")
        }
        #expect(throws: Refusal.invalid("body", "Remove the control character U+0000 from body.")) {
            try TextRules.body("a\u{0}", field: "body")
        }
    }
}
