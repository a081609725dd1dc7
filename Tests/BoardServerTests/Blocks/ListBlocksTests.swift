import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Reading whom one blocks", .needsDatabase)
struct ListBlocksTests {
    @Test("Newest first, by pages, one's own alone")
    func newest() async throws {
        try await TestBoard.run { board in
            let others = try await board.quickMembers((0..<25).map { "m\($0)" })
            let aki = try await board.quickMember("aki")
            for other in others { try await aki.send(AddBlock(accountId: other.id)) }
            let expected = others.reversed().map(\.author)
            for limit in [1, 7, 25, 100] {
                #expect(try await aki.client.all(ListBlocks(limit: limit)) == expected)
            }
            #expect(try await aki.send(ListBlocks()).authors.count == 20)
            #expect(try await others[0].send(ListBlocks()).authors.isEmpty)
            try await aki.send(RemoveBlock(accountId: others[24].id))
            try await aki.send(AddBlock(accountId: others[24].id))
            try await aki.send(RemoveBlock(accountId: others[3].id))
            let now = expected.filter { $0.name != "m3" }
            #expect(try await aki.client.all(ListBlocks(limit: 10)) == now)
        }
    }

    @Test("A deleted account is in nobody's list")
    func deleted() async throws {
        try await TestBoard.run { board in
            let (aki, gone) = (try await board.quickMember("aki"), try await board.member("gone"))
            try await aki.send(AddBlock(accountId: gone.id))
            try await gone.send(DeleteAccount(password: TestMember.password))
            #expect(try await aki.send(ListBlocks()).authors.isEmpty)
        }
    }

    @Test("Guests have none; limits and cursors are checked")
    func refusals() async throws {
        try await TestBoard.run { board in
            let guest = try await board.client()
            #expect(try await guest.refusal(of: ListBlocks()).reason == .loginRequired)
            let wire = try await board.wire(token: board.quickMember("aki").token)
            for (field, params) in [
                ("limit", ["limit": 0] as JSON), ("limit", ["limit": 101]), ("cursor", ["cursor": "x"]),
            ] {
                let refusal = try await wire.refusal(of: "block.list", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field)
            }
        }
    }
}
