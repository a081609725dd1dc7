import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Listed words", .needsDatabase)
struct WordFilterTests {
    @Test(
        "Are found anywhere, in any case and width, in ligatures, and with what nobody sees in between",
        arguments: [
            ("bad", ["bad", "so BAD!", "xbadx", "ｂａｄ", "b\u{200B}a\u{00AD}d", "𝐁𝐀𝐃", "ba\u{FE0F}d"]),
            ("ＢＡＤ", ["bad", "Bad"]), ("offer", ["o\u{FB00}er", "OFFER", "o\u{FB00}\u{200D}er"]),
            ("straße", ["STRASSE", "strasse"]), ("ばか", ["大ばか者", "\u{306F}\u{3099}か"]),
            ("ガ", ["ｶﾞ", "ガ"]), ("two words", ["in Two Words or more", "two\u{00A0}words"]),
        ])
    func found(_ word: String, _ texts: [String]) async throws {
        try await TestBoard.run { board in
            let adm = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await adm.send(RunCommand(args: ["word", "add", word]))
            for text in texts {
                let refusal = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: text))
                #expect(refusal.reason == .wordFilter && refusal.reason.code == -32002, "\(text)")
            }
            for text in ["fine", "b a d", "ばaか"] { try await aki.post(text, in: thread) }
            try await adm.send(RunCommand(args: ["word", "remove", word.uppercased()]))
            for text in texts { try await aki.post(text, in: thread) }
        }
    }

    @Test(
        "Are refused in titles, bodies and categories, of what is new, edited or renamed, with reason and code"
    )
    func everywhere() async throws {
        try await TestBoard.run { board in
            let adm = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let post = try await aki.post("Fine", in: thread)
            try await adm.audited("word add bad")
            func expectRefused(_ request: some BoardRequest) async throws {
                let refusal = try await aki.client.refusal(of: request)
                #expect(refusal.reason == .wordFilter, "\(request)")
                #expect(!refusal.message.contains("bad"), "the word itself is not told")
            }
            try await expectRefused(CreatePost(threadId: thread.id, body: "bad"))
            try await expectRefused(CreatePost(threadId: thread.id, title: "Bad", body: "fine"))
            try await expectRefused(CreateThread(title: "Bad"))
            try await expectRefused(CreateThread(title: "Fine", category: "Bad"))
            try await expectRefused(RenameThread(threadId: thread.id, title: "Bad"))
            try await expectRefused(EditPost(postId: post.id, body: "bad"))
            try await expectRefused(EditPost(postId: post.id, title: .value("bad")))
            // Two texts are not one: a word that begins in the title and ends in the body is none.
            try await aki.send(CreatePost(threadId: thread.id, title: "ba", body: "d"))
            let wire = try await board.wire(token: aki.token)
            let answer = try await wire.answer(
                to: "post.create", ["threadId": thread.id.json, "body": "bad"])
            let error = try JSONReader.read(answer)["error"]
            #expect(error?["code"] == -32002 && error?["data"] == ["reason": "wordFilter"])
            #expect(try await aki.thread(thread.id).postCount == 2)
        }
    }

    @Test("Do not bind moderators, nor the operator, nor what was there before, nor a repeated clientKey")
    func exempt() async throws {
        try await TestBoard.run { board in
            let adm = try await board.quickMember("adm1", role: .admin)
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.send(CreateThread(title: "Bad", clientKey: "t")).thread
            let once = CreatePost(threadId: thread.id, body: "bad", clientKey: "p")
            let post = try await aki.send(once).post
            try await adm.audited("word add bad")
            #expect(try await aki.send(once).post.id == post.id)
            #expect(try await aki.send(CreateThread(title: "Bad", clientKey: "t")).thread.id == thread.id)
            // What an edit leaves alone is not looked at.
            try await aki.send(EditPost(postId: post.id, title: .value("Fine")))
            for member in [mio, adm] {
                try await member.post("bad", in: thread)
                try await member.send(EditPost(postId: post.id, body: "very bad \(member.account.name)"))
            }
            try await mio.audited("rename \(thread.id) Really bad")
            try await mio.open("Bad", category: "bad")
            try await aki.send(LikePost(postId: mio.post("bad", in: thread).id))
        }
    }

    @Test(
        "Are listed as written, once for each folded form, by admins alone, with an audit entry for each change"
    )
    func list() async throws {
        try await TestBoard.run { board in
            let adm = try await board.quickMember("adm1", role: .admin)
            let mio = try await board.quickMember("mio", role: .moderator)
            try await adm.audited("word add ＢＡＤ")
            try await adm.audited("word add two  words")
            #expect(try await adm.command("word add bad").data["auditId"] == nil)
            #expect(try await mio.command("word list").data["words"] == ["ＢＡＤ", "two words"])
            for line in ["word add x", "word remove bad"] {
                #expect(try await mio.refusal(ofCommand: line).reason == .forbidden)
            }
            #expect(try await adm.refusal(ofCommand: "word remove other").reason == .notFound)
            for words in [["word", "add", "\u{200B}"], ["word", "add", String(repeating: "x", count: 101)]] {
                #expect(try await adm.client.refusal(of: RunCommand(args: words)).reason == .invalidParams)
            }
            try await adm.audited("word remove BAD")
            #expect(try await adm.command("word list").data["words"] == ["two words"])
            #expect(try await board.audit().map(\.command) == ["word add", "word add", "word remove"])
        }
    }

    @Test("Count at once at every server")
    func everyServer() async throws {
        try await TestBoard.run { board in
            let adm = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let there = try await board.member(with: aki.token, on: board.secondServer())
            let thread = try await aki.open()
            try await adm.audited("word add bad")
            let bad = CreatePost(threadId: thread.id, body: "bad")
            #expect(try await there.client.refusal(of: bad).reason == .wordFilter)
            try await adm.audited("word remove bad")
            try await there.send(bad)
        }
    }
}
