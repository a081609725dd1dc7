import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Another password", .needsDatabase)
struct ChangePasswordTests {
    private let new = "another horse 2"

    @Test("Ends all other connections and every earlier token; this connection goes on with a new one")
    func ends() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let same = try await board.member(with: aki.token)
            let second = try await board.client()
            let secondToken = try await second.send(LogIn(name: "aki", password: TestMember.password)).token
            let token = try await aki.send(ChangePassword(current: TestMember.password, new: new)).token
            #expect(try await same.client.ended().closeCode == 4001)
            #expect(try await second.ended().closeCode == 4001)
            #expect(try await aki.send(GetAccount()).account == aki.account)
            #expect(try await aki.send(ListSessions()).sessions.map(\.current) == [true])
            for dead in [aki.token, secondToken] {
                let refusal = try await board.client().refusal(of: ResumeSession(token: dead))
                #expect(refusal.reason == .badCredentials)
            }
            #expect(try await board.member(with: token).account == aki.account)
            let client = try await board.client()
            let old = try await client.refusal(of: LogIn(name: "aki", password: TestMember.password))
            #expect(old.reason == .badCredentials)
            try await client.send(LogIn(name: "aki", password: new))
        }
    }

    @Test("A wrong one before, or a bad one after, changes nothing")
    func refused() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let wrong = try await aki.client.refusal(of: ChangePassword(current: "wrong horse", new: new))
            #expect(wrong.reason == .badCredentials)
            let short = try await aki.client.refusal(
                of: ChangePassword(current: TestMember.password, new: "short"))
            #expect(short.reason == .invalidParams && short.field == "new")
            #expect(try await board.member(with: aki.token).account == aki.account)
        }
    }

    @Test("Of two changes at once, one counts, and the other is told so")
    func race() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let same = try await board.member(with: aki.token)
            let changes = await [
                aki.client.begin(ChangePassword(current: TestMember.password, new: "first horse 1")),
                same.client.begin(ChangePassword(current: TestMember.password, new: "second horse 2")),
            ]
            var tokens: [String] = []
            for change in changes {
                if case .success(let reply) = await change.result { tokens.append(reply.token) }
            }
            #expect(tokens.count == 1)
            #expect(try await board.member(with: tokens[0]).account == aki.account)
        }
    }
}
