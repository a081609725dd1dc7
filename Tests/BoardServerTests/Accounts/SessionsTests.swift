import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("An account's sessions", .needsDatabase)
struct SessionsTests {
    @Test("The list has every log-in, and which one this is")
    func list() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let second = try await board.client()
            let token = try await second.send(LogIn(name: "aki", password: TestMember.password)).token
            let sessions = try await second.send(ListSessions()).sessions
            #expect(sessions.count == 2)
            #expect(sessions.filter(\.current).count == 1)
            let own = try await aki.send(ListSessions()).sessions
            #expect(own.map(\.id) == sessions.map(\.id))
            #expect(own.first(where: \.current)?.id != sessions.first(where: \.current)?.id)
            let again = try await board.member(with: token).send(ListSessions()).sessions
            #expect(again.first(where: \.current)?.id == sessions.first(where: \.current)?.id)
        }
    }

    @Test("Ending one ends its token and its connections, no others")
    func end() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let second = try await board.client()
            try await second.send(LogIn(name: "aki", password: TestMember.password))
            let other = try #require(
                try await second.send(ListSessions()).sessions.first { !$0.current })
            try await second.send(EndSession(sessionId: other.id))
            #expect(try await aki.client.ended().closeCode == 4001)
            #expect(try await second.send(ListSessions()).sessions.map(\.current) == [true])
            let refusal = try await second.refusal(of: ResumeSession(token: aki.token))
            #expect(refusal.reason == .badCredentials)
            #expect(try await second.refusal(of: EndSession(sessionId: other.id)).reason == .notFound)
        }
    }

    @Test("One's own ends like a log-out")
    func own() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let same = try await board.member(with: aki.token)
            let current = try #require(try await aki.send(ListSessions()).sessions.first)
            try await aki.send(EndSession(sessionId: current.id))
            #expect(try await same.client.ended().closeCode == 4001)
            #expect(try await aki.client.refusal(of: GetAccount()).reason == .loginRequired)
        }
    }

    @Test("Somebody else's are not there")
    func foreign() async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben"])
            let theirs = try #require(try await members[1].send(ListSessions()).sessions.first)
            let refusal = try await members[0].client.refusal(of: EndSession(sessionId: theirs.id))
            #expect(refusal.reason == .notFound)
            #expect(try await members[1].send(GetAccount()).account == members[1].account)
        }
    }

    @Test("At most 50: the one that was not used for longest goes, and its connections end")
    func fifty() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            try await board.sql(
                """
                insert into sessions (account_id, token_hash, last_used_at)
                select $1::bigint, sha256(n::text::bytea), clock_timestamp() from generate_series(1, 49) n
                """, .int(aki.id.rawValue))
            let second = try await board.client()
            try await second.send(LogIn(name: "aki", password: TestMember.password))
            #expect(try await aki.client.ended().closeCode == 4001)
            let sessions = try await second.send(ListSessions()).sessions
            #expect(sessions.count == 50)
            #expect(sessions.filter(\.current).count == 1)
        }
    }
}
