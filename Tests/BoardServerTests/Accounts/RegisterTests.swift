import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Registering", .needsDatabase)
struct RegisterTests {
    @Test("Makes a member, and the connection is theirs")
    func member() async throws {
        try await TestBoard.run { board in
            let client = try await board.client()
            let reply = try await client.send(Register(name: "Aki", password: TestMember.password))
            #expect(reply.account.name == "Aki" && reply.account.role == .member)
            #expect(reply.blocksVersion == 1)
            #expect(try await client.send(GetAccount()).account == reply.account)
            #expect(try await board.member(with: reply.token).account == reply.account)
        }
    }

    @Test("A taken name is taken in every case and width")
    func taken() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("Aki")
            let client = try await board.client()
            for name in ["Aki", "aki", "AKI", "Ａｋｉ", " aki "] {
                let refusal = try await client.refusal(
                    of: Register(name: name, password: TestMember.password))
                #expect(refusal.reason == .conflict, "\(name)")
            }
            #expect(try await client.refusal(of: GetAccount()).reason == .loginRequired)
            #expect(try await aki.send(GetAccount()).account.name == "Aki")
        }
    }

    @Test("Of 20 who want a name at once, one gets it")
    func race() async throws {
        try await TestBoard.run { board in
            var tries: [Task<SignedIn, any Error>] = []
            for number in 0..<20 {
                let name = number.isMultiple(of: 2) ? "Ben" : "ｂｅｎ"
                let client = try await board.connected()
                tries.append(
                    await client.begin(Register(name: name, password: TestMember.password)))
            }
            var winners: [SignedIn] = []
            for attempt in tries {
                switch await attempt.result {
                case .success(let reply): winners.append(reply)
                case .failure(let error): #expect((error as? Refusal)?.reason == .conflict, "\(error)")
                }
            }
            #expect(winners.count == 1)
            let rows = try await board.sql("select count(*) as n from accounts")
            #expect(rows[0].int("n") == 1)
        }
    }

    @Test("Names under which one could pass for the board are refused, and what is no name or password")
    func refused() async throws {
        try await TestBoard.run { board in
            let client = try await board.client()
            for name in [
                "guest", "ゲスト", "admin", "ＡＤＭＩＮ", "System", "a-d-m-i-n", "", "  ", "a b", "a\u{200B}", "🍎",
                "a\nb",
                String(repeating: "x", count: 33),
            ] {
                let refusal = try await client.refusal(
                    of: Register(name: name, password: TestMember.password))
                #expect(refusal.reason == .invalidParams && refusal.field == "name", "\(name)")
            }
            for password in ["", "short", String(repeating: "x", count: 257)] {
                let refusal = try await client.refusal(of: Register(name: "aki", password: password))
                #expect(refusal.reason == .invalidParams && refusal.field == "password")
            }
            #expect(try await board.sql("select count(*) as n from accounts")[0].int("n") == 0)
        }
    }
}

extension TestBoard {
    /// A guest's connection, greeted already.
    func connected() async throws -> TestClient {
        let client = try await client()
        _ = try await client.hello
        return client
    }
}
