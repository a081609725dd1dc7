import Testing
import UnicodeText

/// One text and what becomes of it.
///
/// Compared by scalars: `==` on strings would call both forms equal.
struct Form: Sendable, CustomTestStringConvertible {
    var raw: String
    var wanted: String
    var testDescription: String {
        raw.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    init(_ raw: String, _ wanted: String) {
        self.raw = raw
        self.wanted = wanted
    }
}

func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

@Suite("Normal forms")
struct UnicodeTextTests {
    @Test(
        "NFC has one spelling for each character",
        arguments: [
            Form("", ""),
            Form("plain ASCII\u{0}\n", "plain ASCII\u{0}\n"),
            Form("café", "caf\u{E9}"),
            Form("cafe\u{301}", "caf\u{E9}"),
            Form("か\u{3099}は\u{309A}", "がぱ"),
            Form("ｶﾞ", "ｶﾞ"),
            Form("\u{1112}\u{1161}\u{11AB}", "한"),
            Form("\u{1112}\u{1161}\u{11AB}\u{11AB}", "한\u{11AB}"),
            Form("\u{212B}\u{2126}\u{1FEF}", "\u{C5}\u{3A9}\u{60}"),
            // Marks of different classes come into order, those of one class keep theirs.
            Form("q\u{307}\u{323}", "q\u{323}\u{307}"),
            Form("q\u{301}\u{300}", "q\u{301}\u{300}"),
            Form("\u{F73}\u{F71}", "\u{F71}\u{F71}\u{F72}"),
            // Excluded from composition.
            Form("\u{958}", "\u{915}\u{93C}"),
            Form("\u{FB1D}", "\u{5D9}\u{5B4}"),
            Form("👩🏽‍🚀🇯🇵", "👩🏽‍🚀🇯🇵"),
            Form("\u{10FFFF}\u{E0001}", "\u{10FFFF}\u{E0001}"),
        ])
    func nfc(_ form: Form) {
        #expect(scalars(UnicodeText.nfc(form.raw)) == scalars(form.wanted))
    }

    @Test(
        "The case-folded key has neither case nor width nor what is invisible",
        arguments: [
            Form("", ""),
            Form("Aki-123_.", "aki-123_."),
            Form("Ａｋｉ１", "aki1"),
            Form("ｹﾞｽﾄ", "ゲスト"),
            Form("STRASSE ẞ ß", "strasse ss ss"),
            Form("ΣΊΣΥΦΟΣ ς", "σίσυφοσ σ"),
            Form("İ", "i\u{307}"),
            Form("ﬁ ㌔ ① 𝔸", "fi キロ 1 a"),
            Form("a\u{200B}\u{AD}\u{FE0F}\u{3164}\u{FFA0}\u{E0041}b", "ab"),
            Form("\u{115F}\u{1160}\u{3164}", ""),
            Form("E\u{301}", "\u{E9}"),
            Form("น้ำ", "น\u{E49}\u{E4D}\u{E32}"),
        ])
    func nfkcCaseFold(_ form: Form) {
        #expect(scalars(UnicodeText.nfkcCaseFold(form.raw)) == scalars(form.wanted))
    }

    @Test("Every assigned plane: a second time changes nothing")
    func idempotent() {
        for plane in [0x0...0xFFFF, 0x1_0000...0x1_FFFF, 0x2_F800...0x2_FFFF, 0xE_0000...0xE_0FFF] {
            let all = plane.compactMap { Unicode.Scalar(UInt32($0)) }
            // A letter between keeps neighbours from composing with each other.
            var text = ""
            for scalar in all {
                text.unicodeScalars.append("x")
                text.unicodeScalars.append(scalar)
            }
            for normalise in [UnicodeText.nfc, UnicodeText.nfkcCaseFold] {
                let once = normalise(text)
                #expect(scalars(normalise(once)) == scalars(once))
            }
            #expect(UnicodeText.nfc(text) == text, "canonically equal, by Swift's own tables")
        }
    }

    @Test("Marks in the worst order cost no more than others", .timeLimit(.minutes(1)))
    func longRunOfMarks() {
        // With a bubble sort this takes minutes.
        let pairs = 200_000
        let text = "q" + String(repeating: "\u{307}\u{323}", count: pairs)
        let wanted =
            "q" + String(repeating: "\u{323}", count: pairs) + String(repeating: "\u{307}", count: pairs)
        #expect(UnicodeText.nfc(text).utf8.elementsEqual(wanted.utf8))
    }
}
