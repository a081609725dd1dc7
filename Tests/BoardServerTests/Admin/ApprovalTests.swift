import BoardClient
import BoardCore
import BoardProtocol
import BoardSQL
import BoardServer
import BoardTestSupport
import Testing

@Suite("Who may make an account", .needsDatabase)
struct ApprovalTests {
    private func register(_ client: TestClient, _ name: String, invite: String? = nil) async throws
        -> SignedIn
    {
        try await client.send(Register(name: name, password: TestMember.password, invite: invite))
    }

    private func refusal(_ board: TestBoard, _ name: String, invite: String? = nil) async throws
        -> Refusal.Reason
    {
        try await board.client().refusal(
            of: Register(name: name, password: TestMember.password, invite: invite)
        ).reason
    }

    @Test("Where accounts are approved, a new one waits, reading, until a moderator lets it in")
    func approve() async throws {
        try await TestBoard.run({ $0.registration = .approve }) { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let client = try await board.client()
            let account = try await register(client, "aki").account
            #expect(account.name == "aki" && account.role == .member)
            let waiting = try await client.refusal(of: CreateThread(title: "Ramen"))
            #expect(waiting.reason == .suspended)
            #expect(waiting.suspension == .init(until: nil, why: "Waiting for approval."))
            let thread = try await mio.open()
            #expect(try await client.thread(thread.id).can.value?.post == .suspended)
            #expect(try await mio.command("user aki").data["waiting"] == true)
            #expect(try await mio.command("stats").data["waiting"] == 1)
            for line in ["suspend aki 7d", "unsuspend aki"] {
                #expect(try await mio.refusal(ofCommand: line).reason == .conflict, "\(line)")
            }
            try await mio.audited("approve AKI")
            try await client.next(\.accountChanged) { $0.can.post == .ok }
            try await client.send(CreateThread(title: "Ramen"))
            for line in ["approve aki", "reject aki", "approve mio", "reject mio"] {
                let reason = try await mio.refusal(ofCommand: line).reason
                #expect(reason == (line.hasSuffix("mio") ? .forbidden : .conflict), "\(line)")
            }
            #expect(try await mio.command("stats").data["waiting"] == 0)
        }
    }

    @Test("Who is rejected is gone, and the name is free")
    func reject() async throws {
        try await TestBoard.run({ $0.registration = .approve }) { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let thread = try await mio.open()
            let client = try await board.client()
            let first = try await register(client, "aki")
            // The little that one may do while one waits goes too.
            try await client.send(AddBlock(accountId: mio.id))
            try await client.send(MarkThreadRead(threadId: thread.id, seq: 1))
            try await mio.audited("reject aki")
            #expect(try await client.ended().closeCode == 4001)
            let again = try await board.client()
            #expect(try await again.refusal(of: ResumeSession(token: first.token)).reason == .badCredentials)
            let login = LogIn(name: "aki", password: TestMember.password)
            #expect(try await again.refusal(of: login).reason == .badCredentials)
            #expect(try await register(again, "Aki").account.id > first.account.id)
            let left = try await board.sql(
                "select (select count(*) from blocks) + (select count(*) from read_marks) + (select count(*) from sessions where account_id = \(first.account.id)) as n"
            )
            #expect(left[0].int("n") == 0)
            #expect(try await board.audit().map(\.command) == ["reject"])
            #expect(try await mio.refusal(ofCommand: "reject nobody").reason == .notFound)
        }
    }

    @Test("An invitation makes one account, however it is typed, and is not used up by a taken name")
    func invite() async throws {
        try await TestBoard.run({ $0.registration = .invite }) { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            func code() async throws -> String {
                let reply = try await mio.command("invite")
                #expect(reply.data["auditId"]?.string != nil)
                return try #require(reply.data["code"]?.string)
            }
            for invite in [nil, "", "7K3M-P0QX-1ABC-0Z9Y"] {
                #expect(try await refusal(board, "aki", invite: invite) == .forbidden)
            }
            let first = try await code()
            #expect(try await refusal(board, "MIO", invite: first) == .conflict)
            #expect(try await refusal(board, "bad name", invite: first) == .invalidParams)
            let typed = " " + first.lowercased().replacing("-", with: " ")
            let aki = try await register(try await board.client(), "aki", invite: typed)
            #expect(aki.account.name == "aki")
            #expect(try await refusal(board, "ben", invite: first) == .forbidden)
            let late = try await code()
            try await board.sql("update invites set until = now() where used_by is null")
            #expect(try await refusal(board, "ben", invite: late) == .forbidden)
            // The code itself is nowhere in the database.
            let digest = try await board.sql(
                "select count(*) as n from invites where encode(code_hash, 'escape') like '%\(late.prefix(4))%'"
            )
            #expect(digest[0].int("n") == 0)
        }
    }

    @Test("Of ten who register with one code at once, at two servers, one does")
    func inviteRace() async throws {
        try await TestBoard.run({ $0.registration = .invite }) { board in
            let second = try await board.secondServer()
            let mio = try await board.quickMember("mio", role: .moderator)
            let code = try #require(try await mio.command("invite").data["code"]?.string)
            var tries: [Task<SignedIn, any Error>] = []
            for number in 0..<10 {
                let client = try await board.client(on: number.isMultiple(of: 2) ? second : nil)
                let request = Register(name: "new\(number)", password: TestMember.password, invite: code)
                tries.append(await client.begin(request))
            }
            var made = 0
            for attempt in tries {
                switch await attempt.result {
                case .success: made += 1
                case .failure(let error): #expect((error as? Refusal)?.reason == .forbidden, "\(error)")
                }
            }
            #expect(made == 1)
            #expect(try await board.sql("select count(*) as n from accounts")[0].int("n") == 2)
        }
    }

    @Test("Where registration is closed nobody makes an account, also with a code; log-ins go on")
    func closed() async throws {
        try await TestBoard.run({ $0.registration = .closed }) { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let code = try #require(try await mio.command("invite").data["code"]?.string)
            for invite in [nil, code] {
                #expect(try await refusal(board, "aki", invite: invite) == .forbidden)
            }
            try await board.restart { $0.registration = .open }
            _ = try await board.member("aki")
            try await board.restart { $0.registration = .closed }
            try await board.client().send(LogIn(name: "aki", password: TestMember.password))
        }
    }
}
