import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("Logging in with the app's own token", .needsDatabase)
struct ExchangeSessionTests {
    private static let signers = [AppSigner(secret: "sekret"), AppSigner()]

    private func run(_ signer: AppSigner, limitsRates: Bool = false, _ body: (TestBoard) async throws -> Void)
        async throws
    {
        let key = try #require(AppKey(signer.setting))
        try await TestBoard.run({ ($0.appKey, $0.limitsRates) = (key, limitsRates) }, body)
    }

    @Test("Finds or makes the account of the subject, and the connection is theirs", arguments: [0, 1])
    func exchange(_ index: Int) async throws {
        let signer = Self.signers[index]
        try await run(signer) { board in
            let client = try await board.client()
            let first = try await client.send(ExchangeSession(token: signer.token("u1", name: "Aki")))
            #expect(first.account.name == "Aki" && first.account.role == .member)
            let thread = try await client.send(CreateThread(title: "Ramen")).thread
            #expect(thread.author.id == first.account.id)
            // Another name later is not another account.
            let again = try await board.connected().send(
                ExchangeSession(token: signer.token("u1", name: "Ben")))
            #expect(again.account == first.account && again.token != first.token)
            let other = try await board.connected().send(
                ExchangeSession(token: signer.token("u2", name: "Ben")))
            #expect(other.account.id != first.account.id && other.account.name == "Ben")
            let member = try await board.member(with: first.token)
            #expect(member.account == first.account)
            #expect(try await member.send(ListSessions()).sessions.count == 2)
        }
    }

    @Test("What is no good token is refused with one reason and one text", arguments: [0, 1])
    func bad(_ index: Int) async throws {
        let signer = Self.signers[index]
        try await run(signer) { board in
            let client = try await board.client()
            let (hour, past) = (AppSigner.time(3_600), AppSigner.time(-5))
            let good = signer.token("u1")
            let parts = good.split(separator: ".").map(String.init)
            let algorithm = JSON.string(signer.algorithm)
            let claims: JSON = ["sub": "u1", "exp": hour]
            let payload = String(decoding: claims.bytes, as: UTF8.self)
            let header = #"{"alg":"\#(signer.algorithm)"}"#
            let bad = [
                "", "x", "a.b.c", "..", parts[0] + "." + parts[1], good + ".", good + "x",
                "\(parts[0]).\(parts[1]).",
                "\(parts[0]).\(AppSigner.base64(Array(#"{"sub":"u2","exp":9999999999}"#.utf8))).\(parts[2])",
                AppSigner(secret: "other").token("u1"), AppSigner().token("u1"),
                // By another algorithm than the key's; with the public key's text for a secret among them.
                AppSigner(secret: signer.setting).token(
                    claims, header: ["alg": signer.algorithm == "HS256" ? "EdDSA" : "HS256"]),
                signer.token(claims, header: ["alg": "none"]), signer.token(claims, header: ["alg": "HS384"]),
                signer.token(claims, header: ["alg": .null]), signer.token(claims, header: ["typ": "JWT"]),
                signer.token(claims, header: ["alg": algorithm, "crit": ["exp"]]),
                signer.token(claims, header: [algorithm]),
                AppSigner.base64(Array(#"{"alg":"none"}"#.utf8)) + ".\(parts[1]).",
                // Times.
                signer.token(["sub": "u1", "exp": past]), signer.token(["sub": "u1"]),
                signer.token(["sub": "u1", "exp": "9999999999"]),
                signer.token(["sub": "u1", "exp": .null]),
                signer.token(["sub": "u1", "exp": hour, "nbf": hour]),
                signer.token(["sub": "u1", "exp": hour, "nbf": "0"]),
                signer.token(claims: Array(#"{"sub":"u1","exp":1e400}"#.utf8), header: Array(header.utf8)),
                // Subjects.
                signer.token(["exp": hour]), signer.token(["sub": 1, "exp": hour]),
                signer.token(["sub": "", "exp": hour]),
                signer.token(["sub": .null, "exp": hour]), signer.token(["sub": ["u1"], "exp": hour]),
                signer.token(["sub": .string(String(repeating: "x", count: 256)), "exp": hour]),
                signer.token(["sub": "a\u{0}b", "exp": hour]),
                // No strict JSON.
                signer.token(
                    claims: Array(#"{"sub":"u1","sub":"u1","exp":9999999999}"#.utf8),
                    header: Array(header.utf8)),
                signer.token(
                    claims: Array(payload.utf8),
                    header: Array(#"{"alg":"\#(signer.algorithm)","alg":"none"}"#.utf8)),
                signer.token(claims: Array((payload + " x").utf8), header: Array(header.utf8)),
                signer.token([claims]), signer.token(.string(payload)),
                signer.token(["sub": "u1", "exp": hour, "pad": .string(String(repeating: "x", count: 9_000))]
                ),
            ]
            var messages: Set<String> = []
            for token in bad {
                let refusal = try await client.refusal(of: ExchangeSession(token: token))
                #expect(refusal.reason == .badCredentials, "\(token.prefix(300))")
                messages.insert(refusal.message)
            }
            #expect(messages.count == 1)
            #expect(try await board.sql("select count(*) as n from accounts")[0].int("n") == 0)
            try await client.send(ExchangeSession(token: good))
        }
    }

    @Test("A secret that is the public key's text is of no use where the key is a pair")
    func confusion() async throws {
        let pair = AppSigner()
        try await run(pair) { board in
            let client = try await board.client()
            for secret in [pair.setting, pair.setting.filter { !$0.isNewline }] {
                let forged = AppSigner(secret: secret).token("u1")
                #expect(
                    try await client.refusal(of: ExchangeSession(token: forged)).reason == .badCredentials)
            }
        }
    }

    @Test("Times may have fractions, lie in the past to begin, and unknown claims are no matter")
    func times() async throws {
        let signer = Self.signers[0]
        try await run(signer) { board in
            let client = try await board.client()
            for claims: JSON in [
                ["sub": "u1", "exp": .number(try #require(JSONNumber("9999999999.75")))],
                [
                    "sub": "u1", "exp": AppSigner.time(60), "nbf": AppSigner.time(-60),
                    "iat": AppSigner.time(0), "aud": ["x"],
                ],
            ] {
                try await client.send(ExchangeSession(token: signer.token(claims)))
            }
            #expect(try await board.sql("select count(*) as n from accounts")[0].int("n") == 1)
        }
    }

    @Test("A name that is taken, refused or missing gives way to a free one that keeps the rules")
    func names() async throws {
        let signer = Self.signers[0]
        try await run(signer) { board in
            _ = try await board.quickMember("aki")
            var names: Set<String> = []
            let wanted: [JSON?] = [
                "AKI", "aki", "Ａｋｉ", "admin", "ゲスト", "bad name!", "", " ", .null, nil, 7, ["x"],
                .string(String(repeating: "x", count: 33)), "\u{202E}ika",
            ]
            for (index, name) in wanted.enumerated() {
                let reply = try await board.connected().send(
                    ExchangeSession(token: signer.token("s\(index)", name: name)))
                #expect(!reply.account.name.isEmpty && reply.account.name.count <= 32)
                names.insert(reply.account.name.lowercased())
            }
            #expect(names.count == wanted.count && !names.contains("aki") && !names.contains("admin"))
            let long = String(repeating: "あ", count: 32)
            for index in 0..<3 {
                let reply = try await board.connected().send(
                    ExchangeSession(token: signer.token("l\(index)", name: .string(long))))
                #expect((reply.account.name == long) == (index == 0) && reply.account.name.count <= 32)
            }
        }
    }

    @Test(
        "Twelve at once, at two servers, make one account of one subject, and twelve of as many with one name"
    )
    func atOnce() async throws {
        let signer = Self.signers[0]
        try await run(signer) { board in
            let second = try await board.secondServer()
            for isSame in [true, false] {
                var tries: [Task<SignedIn, any Error>] = []
                for number in 0..<12 {
                    let client = try await board.client(on: number.isMultiple(of: 2) ? second : nil)
                    let token = signer.token(isSame ? "same" : "u\(number)", name: isSame ? "Same" : "Other")
                    tries.append(await client.begin(ExchangeSession(token: token)))
                }
                var accounts: [Account] = []
                for attempt in tries { accounts.append(try await attempt.value.account) }
                #expect(Set(accounts.map(\.id)).count == (isSame ? 1 : 12))
                #expect(Set(accounts.map(\.name)).count == (isSame ? 1 : 12))
            }
        }
    }

    @Test("Without a key there is no such method")
    func noKey() async throws {
        try await TestBoard.run { board in
            let client = try await board.client()
            for token in ["x", Self.signers[0].token("u1")] {
                #expect(try await client.refusal(of: ExchangeSession(token: token)).reason == .methodNotFound)
            }
        }
    }

    @Test(
        "Such an account has no password: it is not logged in by one, nor deletes itself; the suspended log in"
    )
    func account() async throws {
        let signer = Self.signers[0]
        try await run(signer) { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let client = try await board.client()
            try await client.send(ExchangeSession(token: signer.token("u1", name: "Aki")))
            for password in ["", "password", TestMember.password] {
                #expect(try await client.refusal(of: DeleteAccount(password: password)).reason == .forbidden)
                #expect(
                    try await board.client().refusal(of: LogIn(name: "Aki", password: password)).reason
                        == .badCredentials)
            }
            try await mio.audited("suspend aki 1h")
            try await mio.audited("kick aki")
            #expect(try await client.ended().closeCode == 4001)
            let again = try await board.client()
            try await again.send(ExchangeSession(token: signer.token("u1")))
            #expect(try await again.refusal(of: CreateThread(title: "x")).reason == .suspended)
        }
    }

    @Test("Twenty log-ins a minute from an address, good and bad together")
    func rate() async throws {
        let signer = Self.signers[0]
        try await run(signer, limitsRates: true) { board in
            let client = try await board.client()
            for number in 0..<20 {
                if number.isMultiple(of: 2) {
                    try await client.send(ExchangeSession(token: signer.token("u1")))
                } else {
                    #expect(
                        try await client.refusal(of: ExchangeSession(token: "x")).reason == .badCredentials)
                }
            }
            let refusal = try await client.refusal(of: ExchangeSession(token: signer.token("u1")))
            #expect(refusal.reason == .rateLimited && 1...3_000 ~= (refusal.retryAfterMs ?? 0))
        }
    }
}
