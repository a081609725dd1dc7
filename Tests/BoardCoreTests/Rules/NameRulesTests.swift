import BoardCore
import BoardProtocol
import Testing

@Suite("Members' names")
struct NameRulesTests {
    @Test(
        "Letters with their marks, digits and three signs",
        arguments: [
            RuleCase.ok("one letter", "a"),
            .ok("ASCII", "Aki_2-b.c"),
            .ok("digits", "2026"),
            .ok("Japanese", "さくらんぼー"),
            .ok("kanji and repetition", "佐々木"),
            .ok("Hangul", "김민준"),
            .ok("Thai", "น้ำฝน"),
            .ok("Thai digits", "๑๒๓"),
            .ok("Devanagari", "अनुष्का"),
            .ok("Tamil", "தமிழ்ச்செல்வி"),
            .ok("Burmese with five marks", "လျှို့ဝှက်"),
            .ok("Arabic", "محمّد"),
            .ok("Hebrew with points", "דָּוִד"),
            .ok("Cyrillic", "Ёжик"),
            .ok("full width stays", "Ａki"),
            .ok("composed", "Jose\u{301}", "Jos\u{E9}"),
            .ok("trimmed", "\u{3000}aki \n", "aki"),
            .ok("four marks", "q\u{323}\u{307}\u{308}\u{30C}"),
            .ok("32 characters", times("あ", 32)),
            .ok("32 Devanagari characters", times("क्षि", 32)),
            .ok("32 when composed", times("か\u{3099}", 32), times("が", 32)),
            .refused("nothing", ""),
            .refused("white space", " \u{3000} "),
            .refused("33 characters", times("あ", 33)),
            .refused("64 KiB", times("a", 65_536)),
            .refused("64 KiB of marks", "a" + times("\u{307}\u{323}", 16_384)),
            .refused("signs alone", "-._"),
            .refused("a space within", "a b"),
            .refused("an ideographic space within", "山田\u{3000}太郎"),
            .refused("a line break", "a\nb"),
            .refused("a NUL", "a\u{0}"),
            .refused("an at sign", "a@b"),
            .refused("a slash", "a/b"),
            .refused("a full-width full stop", "a．b"),
            .refused("an emoji", "aki🎉"),
            .refused("a flag", "🇯🇵"),
            .refused("a keycap", "1\u{FE0F}\u{20E3}"),
            .refused("a superscript", "x²"),
            .refused("a Roman numeral", "Ⅷ"),
            .refused("a middle dot", "ジョン・スミス"),
            .refused("a mark first", "\u{301}a"),
            .refused("a mark on a digit", "1\u{301}"),
            .refused("a mark on a sign", "a-\u{301}"),
            .refused("an enclosing mark", "a\u{20DD}"),
            .refused("five marks", "q\u{323}\u{307}\u{308}\u{30C}\u{30D}"),
            .refused("zalgo", "z" + times("\u{300}\u{323}", 15) + "algo"),
            .refused("a Hangul filler", "\u{3164}"),
            .refused("a Hangul filler within", "aki\u{3164}"),
            .refused("a half-width filler", "aki\u{FFA0}"),
            .refused("Jamo fillers", "\u{115F}\u{1160}"),
            .refused("a zero-width space", "ak\u{200B}i"),
            .refused("a joiner", "ak\u{200D}i"),
            .refused("a soft hyphen", "ak\u{AD}i"),
            .refused("the grapheme joiner", "ak\u{34F}i"),
            .refused("a variation selector", "葛\u{E0100}"),
            .refused("a blank hieroglyph", "\u{13441}"),
            .refused("the Braille blank", "\u{2800}"),
            .refused("an override", "aki\u{202E}"),
            .refused("a mark of direction", "aki\u{200F}"),
            .refused("an isolate", "\u{2066}aki"),
            .refused("a noncharacter", "a\u{FFFF}"),
            .refused("an unassigned character", "a\u{378}"),
            .refused("a private character", "a\u{E000}"),
            .refused("a ligature that holds spaces", "\u{FDFA}"),
            .refused("a letter that holds a space", "\u{37A}"),
        ])
    func display(_ rule: RuleCase) {
        rule.expect { (raw, field) throws(Refusal) in try TextRules.name(raw, field: field).display }
    }

    @Test(
        "Names that fold to the same are the same",
        arguments: [
            ("Ａki", "aki"), ("AKI", "aki"), ("ａｋｉ１", "AKI1"), ("ｱｷ", "アキ"), ("ｶﾞｶﾞ", "ガガ"),
            ("Straße", "STRASSE"),
            ("Jose\u{301}", "JOS\u{C9}"), ("ΣΊΣΥΦΟΣ", "Σίσυφος"), ("𝐀𝐤𝐢", "aki"), ("ﬁn", "FIN"),
        ])
    func sameKey(_ a: String, _ b: String) throws {
        let (first, second) = (try TextRules.name(a, field: "name"), try TextRules.name(b, field: "name"))
        #expect(first.key.utf8.elementsEqual(second.key.utf8))
        #expect(!first.display.utf8.elementsEqual(second.display.utf8))
        #expect(MemberName.key(of: " \(a)\u{3000}").utf8.elementsEqual(first.key.utf8))
    }

    @Test(
        "Others are not",
        arguments: [("aki", "aki1"), ("ハ", "バ"), ("は", "ハ"), ("a-b", "a_b"), ("José", "Jose"), ("ö", "o")])
    func otherKey(_ a: String, _ b: String) throws {
        #expect(try TextRules.name(a, field: "name").key != TextRules.name(b, field: "name").key)
    }

    @Test("Whatever was typed has a key, even where no name would be allowed")
    func keyOfAnything() {
        #expect(MemberName.key(of: "Admin") == "admin")
        #expect(MemberName.key(of: "\u{3164}") == "")
        #expect(MemberName.key(of: "aki\u{0}") == "")
        #expect(MemberName.key(of: times("a", 65_536)) == "")
    }

    @Test(
        "Reserved in any case, width and spelling",
        arguments: [
            "guest", "GUEST", "ｇｕｅｓｔ", "ゲスト", "ｹﾞｽﾄ", "ケ\u{3099}スト", "admin", "ＡＤＭＩＮ", "Ad-Min", "a.d.m.i.n",
            "_admin_",
            "ADMİN", "𝐚𝐝𝐦𝐢𝐧", "Administrator", "管理者", "管理-者", "system", "システム", "ｼｽﾃﾑ", "moderator", "モデレーター",
            "ﾓﾃﾞﾚｰﾀｰ",
            "root", "Keijiban", "掲示板", "deleted", "NULL", "everyone", "here", "staff", "operator", "support",
            "official", "運営",
        ])
    func reserved(_ name: String) {
        #expect(throws: Refusal.invalid("name", "This name is reserved: choose another.")) {
            try TextRules.name(name, field: "name")
        }
    }

    @Test(
        "What only contains a reserved name is free",
        arguments: [
            "administrata", "admina", "root2", "guesthouse", "ゲストさん", "nulla", "there", "Everyone1", "運営太郎",
            "掲示板ファン", "Roots", "ádmin",
        ])
    func free(_ name: String) throws {
        #expect(try TextRules.name(name, field: "name").display == name)
    }
}
