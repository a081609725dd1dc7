import BoardClientLinux
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Coming back with a token", .needsDatabase)
struct ResumeSessionTests {
    @Test("A token logs a connection in, as often as one likes")
    func resume() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let ben = try await board.quickMember("ben")
            try await aki.send(AddBlock(accountId: ben.id))
            for _ in 0..<2 {
                let client = try await board.client()
                let reply = try await client.send(ResumeSession(token: aki.token))
                #expect(reply.account == aki.account)
                #expect(reply.blocksVersion == 2)
                #expect(try await client.send(GetAccount()).account == aki.account)
            }
        }
    }

    @Test("What is no live token is refused, and the connection stays what it was")
    func bad() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            for token in ["", "x", aki.token + "x", String(aki.token.dropLast()), aki.token.uppercased()] {
                let refusal = try await aki.client.refusal(of: ResumeSession(token: token))
                #expect(refusal.reason == .badCredentials)
            }
            #expect(try await aki.send(GetAccount()).account == aki.account)
        }
    }

    @Test("A token dies 90 days after its last use")
    func expired() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            try await board.sql("update sessions set last_used_at = now() - interval '89 days'")
            let again = try await board.member(with: aki.token)
            // That was a use of it.
            let isTouched = try await eventually {
                try await board.sql(
                    "select count(*) as n from sessions where last_used_at > now() - interval '1 minute'")[0]
                    .int("n") == 1
            }
            #expect(isTouched)
            try await board.sql("update sessions set last_used_at = now() - interval '91 days'")
            let refusal = try await again.client.refusal(of: ResumeSession(token: aki.token))
            #expect(refusal.reason == .badCredentials)
            #expect(try await refusedStatus(board, aki.token) == 401)
        }
    }

    @Test("Given at the handshake, hello says who it is")
    func handshake() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki", role: .moderator)
            let ben = try await board.quickMember("ben")
            try await aki.send(AddBlock(accountId: ben.id))
            let session = try await board.client(token: aki.token).hello.session
            #expect(session.role == .moderator)
            #expect(session.account.value == aki.account)
            #expect(session.blocksVersion.value == 2)
        }
    }

    @Test("A bad one there is HTTP 401")
    func badHandshake() async throws {
        try await TestBoard.run { board in
            for token in ["nonsense", "x y"] {
                let status = try await refusedStatus(board, token)
                #expect(status == 401)
            }
        }
    }

    private func refusedStatus(_ board: TestBoard, _ token: String) async throws -> Int? {
        do {
            _ = try await board.client(token: token)
            return nil
        } catch let refused as ConnectionRefused {
            return refused.status
        }
    }
}
