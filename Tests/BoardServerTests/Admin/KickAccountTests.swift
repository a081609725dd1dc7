import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Ending an account's sessions", .needsDatabase)
struct KickAccountTests {
    @Test("All its connections end with 4001, at every server, and its tokens are dead; it may log in again")
    func ends() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.member("aki")
            let other = try await board.client()
            let token = try await other.send(LogIn(name: "aki", password: TestMember.password)).token
            let there = try await board.member(with: token, on: second)
            let entry = try await mio.audited("kick Aki")
            for client in [aki.client, other, there.client] {
                #expect(try await client.ended().closeCode == 4001)
            }
            let guest = try await board.client()
            for dead in [aki.token, token] {
                #expect(try await guest.refusal(of: ResumeSession(token: dead)).reason == .badCredentials)
            }
            try await guest.send(LogIn(name: "aki", password: TestMember.password))
            let audit = try #require(try await board.audit().last)
            #expect(audit.id == entry && audit.command == "kick" && audit.target == "account \(aki.id)")
            #expect(try await mio.send(GetAccount()).account == mio.account)
        }
    }

    @Test("Nobody kicks an equal or higher role, or oneself; without sessions there is nothing to end")
    func rights() async throws {
        try await TestBoard.run { board in
            let mods = try await board.quickMembers(["mio", "nao"], role: .moderator)
            _ = try await board.quickMember("oto", role: .admin)
            let aki = try await board.quickMember("aki")
            for name in ["mio", "nao", "oto"] {
                #expect(try await mods[0].refusal(ofCommand: "kick \(name)").reason == .forbidden)
            }
            #expect(try await aki.refusal(ofCommand: "kick aki").reason == .forbidden)
            #expect(try await mods[0].refusal(ofCommand: "kick nobody").reason == .notFound)
            try await mods[0].audited("kick aki")
            #expect(try await mods[0].command("kick aki").data["auditId"] == nil)
            #expect(try await mods[1].send(GetAccount()).account.name == "nao")
        }
    }
}
