import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Logging in", .needsDatabase)
struct LogInTests {
    @Test("Takes the name in any case and width, and gives a token of its own")
    func anyCase() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("Aki")
            for name in ["Aki", "AKI", "ａｋｉ"] {
                let client = try await board.client()
                let reply = try await client.send(LogIn(name: name, password: TestMember.password))
                #expect(reply.account == aki.account)
                #expect(reply.token != aki.token)
                #expect(try await client.send(GetAccount()).account == aki.account)
            }
        }
    }

    @Test("A wrong name and a wrong password are told in the same words")
    func sameText() async throws {
        try await TestBoard.run { board in
            _ = try await board.member("aki")
            let client = try await board.client()
            var refusals: [Refusal] = []
            for (name, password) in [
                ("aki", "wrong horse battery"), ("nobody", TestMember.password), ("", TestMember.password),
                ("guest", "x"), ("a\u{0}", ""), (String(repeating: "x", count: 5_000), "y"),
            ] {
                refusals.append(try await client.refusal(of: LogIn(name: name, password: password)))
            }
            #expect(refusals.allSatisfy { $0.reason == .badCredentials })
            #expect(Set(refusals.map(\.message)).count == 1)
            #expect(try await client.refusal(of: GetAccount()).reason == .loginRequired)
        }
    }

    @Test("An account without a password cannot be logged in to")
    func noPassword() async throws {
        try await TestBoard.run { board in
            _ = try await board.quickMember("aki")
            let refusal = try await board.client().refusal(of: LogIn(name: "aki", password: ""))
            #expect(refusal.reason == .badCredentials)
        }
    }

    @Test("On a connection that is somebody's already, it is the other's from then on")
    func another() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let ben = try await board.member("ben")
            try await aki.send(LogIn(name: "ben", password: TestMember.password))
            #expect(try await aki.send(GetAccount()).account == ben.account)
            #expect(try await board.member(with: aki.token).account == aki.account)
        }
    }

    @Test("The suspended may log in, and see why they cannot post")
    func suspended() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("root1", role: .admin)
            let aki = try await board.member("aki")
            let thread = try await aki.open()
            try await admin.command("suspend aki forever too loud")
            let client = try await board.client()
            try await client.send(LogIn(name: "aki", password: TestMember.password))
            #expect(try await client.thread(thread.id).can.value?.post == .suspended)
            let refusal = try await client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(refusal.reason == .suspended)
            #expect(refusal.suspension == .init(until: nil, why: "too loud"))
        }
    }
}
