import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Who is connected", .needsDatabase)
struct ShowWhoTests {
    @Test("Members count once for all their connections, guests by connection, at all servers together")
    func everywhere() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "Ben"])
            let there = try await board.member(with: members[0].token, on: second)
            for client in [try await board.connected(), try await board.client(on: second)] {
                _ = try await client.hello
            }
            let who = try await mio.command("who")
            #expect(who.data["names"] == ["aki", "Ben", "mio"])
            #expect(who.data["members"] == 3 && who.data["guests"] == 2)
            #expect(who.text.contains("aki, Ben, mio"))
            try await members[1].client.close()
            try await members[0].client.close()
            #expect(try await mio.command("who").data["names"] == ["aki", "mio"])
            try await there.client.close()
            #expect(try await mio.command("who").data["names"] == ["mio"])
        }
    }

    @Test("Of a thread, those who have joined it")
    func thread() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "ben"])
            let there = try await board.member(with: members[1].token, on: second)
            let guest = try await board.connected()
            let (thread, other) = (try await mio.open(), try await mio.open("Other"))
            for client in [members[0].client, there.client, guest] {
                try await client.send(JoinThread(threadId: thread.id))
            }
            let who = try await mio.command("who \(thread.id)").data
            #expect(who["names"] == ["aki", "ben"] && who["guests"] == 1)
            try await there.send(LeaveThread(threadId: thread.id))
            #expect(try await mio.command("who \(thread.id)").data["names"] == ["aki"])
            #expect(
                try await mio.command("who \(other.id)").data == ["members": 0, "guests": 0, "names": []])
            #expect(try await mio.refusal(ofCommand: "who 999").reason == .notFound)
            #expect(try await members[0].refusal(ofCommand: "who").reason == .forbidden)
            #expect(try await board.audit().isEmpty)
        }
    }

    @Test("The shell asks the servers as well", .enabled(if: TestBoard.hasShell))
    func shell() async throws {
        try await TestBoard.run { board in
            _ = try await board.quickMembers(["aki", "ben"])
            let result = try await board.shell(["who", "--json"])
            #expect(result.exitCode == 0)
            #expect(try JSONReader.read(Array(result.stdout.utf8))["names"] == ["aki", "ben"])
        }
    }
}
