import BoardCore
import BoardProtocol
import Testing

@Suite("Passwords")
struct PasswordRulesTests {
    @Test(
        "8–256 characters, kept but for their normal form",
        arguments: [
            RuleCase.ok("eight", "12345678"),
            .ok("256", times("a", 256)),
            .ok("256 kanji", times("漢", 256)),
            .ok("256 families", times("👨‍👩‍👧‍👦", 256)),
            .ok("eight emoji", "👩🏽‍🚀🇯🇵👍🏿🎉🎉🎉🎉🎉"),
            .ok("spaces at the ends", " 123456 "),
            .ok("case and width", "ＡaＢbＣcＤd"),
            .ok("composed", "passe\u{301}word", "pass\u{E9}word"),
            .ok("eight when composed", times("か\u{3099}", 8), times("が", 8)),
            .ok("other spaces", "正しい\u{3000}馬の\u{A0}電池", "正しい 馬の 電池"),
            .refused("nothing", ""),
            .refused("seven", "1234567"),
            .refused("seven characters of many scalars", times("👨‍👩‍👧‍👦", 7)),
            .refused("257", times("a", 257)),
            .refused("a NUL", "1234\u{0}5678"),
            .refused("a line break", "12345678\n"),
            .refused("a C1 control", "12345678\u{9F}"),
            .refused("a noncharacter", "12345678\u{FFFE}"),
            .refused("64 KiB", times("a", 65_536)),
            .refused("64 KiB of marks", "12345678" + times("\u{307}\u{323}", 16_000)),
        ])
    func password(_ rule: RuleCase) { rule.expect(TextRules.password) }

    @Test(
        "The same password from another keyboard",
        arguments: [
            ("pass\u{E9}word", "passe\u{301}word"), ("한국어비밀번호요", "한국어비밀번호요".decomposedHangul),
            ("a bcdefgh", "a\u{3000}bcdefgh"),
        ])
    func sameForm(_ a: String, _ b: String) throws {
        #expect(!a.utf8.elementsEqual(b.utf8))
        let form = TextRules.passwordForm(b)
        #expect(TextRules.passwordForm(a).utf8.elementsEqual(form.utf8))
        #expect(try TextRules.password(a, field: "password").utf8.elementsEqual(form.utf8))
    }

    @Test(
        "Other passwords stay others",
        arguments: [("abcdefgh", "Abcdefgh"), ("abcdefgh", "ａbcdefgh"), ("x ", "x")])
    func otherForm(_ a: String, _ b: String) {
        #expect(TextRules.passwordForm(a) != TextRules.passwordForm(b))
    }
}

extension String {
    /// Syllables as their letters, by the arithmetic of the standard.
    fileprivate var decomposedHangul: String {
        var result = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            let index = scalar.value - 0xAC00
            let parts = [0x1100 + index / 588, 0x1161 + index % 588 / 28, 0x11A7 + index % 28]
            for part in parts where part != 0x11A7 {
                result.append(Unicode.Scalar(part) ?? "?")
            }
        }
        return String(result)
    }
}
