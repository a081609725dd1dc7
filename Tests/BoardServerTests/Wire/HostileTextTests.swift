import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Texts and names that look like something else, or like nothing", .needsDatabase)
struct HostileTextTests {
    /// Nothing of it can be seen, alone or together.
    private static let invisible = [
        "\u{AD}", "\u{34F}", "\u{61C}", "\u{115F}", "\u{1160}", "\u{17B4}", "\u{17B5}", "\u{180E}",
        "\u{200B}",
        "\u{200C}", "\u{200D}", "\u{200E}", "\u{2060}", "\u{2064}", "\u{2800}", "\u{3164}", "\u{FE0F}",
        "\u{FEFF}", "\u{FFA0}", "\u{1D159}", "\u{1D173}", "\u{E0001}", "\u{E0020}", "\u{E0100}", "\u{2028}",
        "\u{A0}", "\u{3000}", "\u{1680}", "\u{200B}\u{2800}\u{3164}\u{FFA0}\u{1D159}",
    ]

    @Test("What cannot be seen is no title, no body, no category and no name")
    func invisible() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open().id.json
            let wire = try await board.wire(token: aki.token)
            let guest = try await board.wire()
            for text in Self.invisible {
                let what = text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
                for (method, field, params) in [
                    ("thread.create", "title", ["title": .string(text)]),
                    ("thread.create", "category", ["title": "x", "category": .string(text)]),
                    ("thread.rename", "title", ["threadId": thread, "title": .string(text)]),
                    ("post.create", "body", ["threadId": thread, "body": .string(text)]),
                    ("post.create", "title", ["threadId": thread, "body": "x", "title": .string(text)]),
                ] as [(String, String, JSON)] {
                    let refusal = try await wire.refusal(of: method, params)
                    #expect(refusal.reason == .invalidParams && refusal.field == field, "\(method) \(what)")
                }
                let refusal = try await guest.refusal(
                    of: "account.register", ["name": .string(text), "password": "correct horse"])
                #expect(refusal.reason == .invalidParams && refusal.field == "name", "name \(what)")
            }
            // One letter among them is enough of a text.
            for text in ["a\u{200D}b", "\u{200B}x", "👨\u{200D}👩\u{200D}👧", "क\u{94D}\u{200D}ष"] {
                let params: JSON = ["threadId": thread, "body": .string(text)]
                #expect(try await wire.call("post.create", params)["post"]?["body"]?.string == text)
            }
        }
    }

    @Test("Names that fold to one are one, whichever of them came first")
    func folded() async throws {
        try await TestBoard.run { board in
            for (first, second) in [
                ("Akira", "ａｋｉｒａ"), ("straße", "STRASSE"), ("ﬁnn", "FINN"), ("\u{212A}en", "ken"),
                ("\u{212B}sa", "åsa"), ("ｶﾞｯﾂ", "ガッツ"), ("Jose\u{301}", "JOSÉ"), ("İlk", "i\u{307}LK"),
                ("ſam", "SAM"), ("ΝΊΚΟΣ", "νίκος"), ("ǅan", "dŽAN"),
            ] {
                let client = try await board.client()
                let made = try await client.send(Register(name: first, password: TestMember.password)).account
                let refusal = try await board.client().refusal(
                    of: Register(name: second, password: TestMember.password))
                #expect(refusal.reason == .conflict, "\(first), \(second)")
                let other = try await board.client().send(
                    LogIn(name: second, password: TestMember.password))
                #expect(other.account.id == made.id, "\(first), \(second)")
            }
            // Turkish's two letters are two, and only look alike with a third.
            for name in ["isik", "ısık"] {
                try await board.client().send(Register(name: name, password: TestMember.password))
            }
        }
    }

    @Test("The board's own names are nobody's, in any case, width or spelling")
    func reserved() async throws {
        try await TestBoard.run { board in
            let guest = try await board.wire()
            for name in [
                "guest", "Guest", "ＧＵＥＳＴ", "gue\u{17F}t", "ゲスト", "ｹﾞｽﾄ", "admin", "ADMIN", "ａｄｍｉｎ", "Ａdmin",
                "system",
                "SYSTEM", "𝐚𝐝𝐦𝐢𝐧", "Ⓐdmin",
            ] {
                let refusal = try await guest.refusal(
                    of: "account.register", ["name": .string(name), "password": "correct horse"])
                #expect(refusal.reason == .invalidParams && refusal.field == "name", "\(name)")
            }
        }
    }

    @Test("A password is the same however the keyboard composes it")
    func passwords() async throws {
        try await TestBoard.run { board in
            for (number, (first, second)) in [
                ("caf\u{E9} cr\u{E8}me", "cafe\u{301} cre\u{300}me"),
                ("がぎぐげごがぎぐ", "か\u{3099}き\u{3099}く\u{3099}け\u{3099}こ\u{3099}か\u{3099}き\u{3099}く\u{3099}"),
                ("한국어비밀번호입니다", "한국어비밀번호입니다".decomposed),
            ].enumerated() {
                #expect(!first.utf8.elementsEqual(second.utf8))
                let name = "aki\(number)"
                try await board.client().send(Register(name: name, password: first))
                try await board.client().send(LogIn(name: name, password: second))
                // What only looks alike is another.
                let other = first + "\u{200B}"
                let refusal = try await board.client().refusal(of: LogIn(name: name, password: other))
                #expect([.badCredentials, .invalidParams].contains(refusal.reason))
            }
        }
    }
}

extension String {
    /// Hangul syllables as their letters.
    fileprivate var decomposed: String {
        var scalars = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            guard (0xAC00...0xD7A3).contains(scalar.value) else {
                scalars.append(scalar)
                continue
            }
            let index = scalar.value - 0xAC00
            let (lead, vowel, tail) = (index / 588, index % 588 / 28, index % 28)
            for value in [0x1100 + lead, 0x1161 + vowel] + (tail == 0 ? [] : [0x11A7 + tail]) {
                if let letter = Unicode.Scalar(value) { scalars.append(letter) }
            }
        }
        return String(scalars)
    }
}
