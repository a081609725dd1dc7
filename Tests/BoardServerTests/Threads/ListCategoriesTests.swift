import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Reading the categories", .needsDatabase)
struct ListCategoriesTests {
    @Test("Each that has live threads, with their number, the same for all viewers")
    func counts() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            for category in ["food", "雑談", "food", nil, "travel"] { try await aki.open(category: category) }
            try await ben.send(AddBlock(accountId: aki.id))
            let guest = try await board.client()
            for client in [aki.client, ben.client, guest] {
                let categories = try await client.all(ListCategories())
                #expect(
                    Set(categories.map { "\($0.name) \($0.threadCount)" }) == ["food 2", "雑談 1", "travel 1"])
            }
            let wire = try await board.wire()
            let reply = try await wire.call("category.list")
            #expect(reply.names.sorted() == ["categories", "nextCursor"] && reply["nextCursor"] == .null)
        }
    }

    @Test("Pages of any size give each category once")
    func pages() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let names = (0..<23).map { "c\($0) 雑談" }
            for name in names { try await aki.open(category: name) }
            let whole = try await aki.client.all(ListCategories(limit: 100)).map(\.name)
            #expect(Set(whole) == Set(names) && whole.count == names.count)
            for limit in [1, 5, 22, 23] {
                #expect(try await aki.client.all(ListCategories(limit: limit)).map(\.name) == whole)
            }
            #expect(try await aki.send(ListCategories()).categories.count == 20)
            for (field, params) in [("limit", ["limit": 0] as JSON), ("cursor", ["cursor": "x"])] {
                let wire = try await board.wire()
                #expect(try await wire.refusal(of: "category.list", params).field == field)
            }
        }
    }

    @Test("Threads opened and deleted at once by many leave exact numbers")
    func atOnce() async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers((0..<5).map { "m\($0)" })
            var opened: [(Int, Task<CreateThread.Reply, any Error>)] = []
            for number in 0..<100 {
                let request = CreateThread(title: "\(number)", category: "c\(number % 3)")
                opened.append((number % 5, await members[number % 5].client.begin(request)))
            }
            var deleted: [Task<Nothing, any Error>] = []
            var left: [String: Int64] = [:]
            for (index, (member, reply)) in opened.enumerated() {
                let thread = try await reply.value.thread
                if index.isMultiple(of: 2) {
                    deleted.append(await members[member].client.begin(DeleteThread(threadId: thread.id)))
                } else if let category = thread.category {
                    left[category, default: 0] += 1
                }
            }
            for reply in deleted { _ = try await reply.value }
            let categories = try await members[0].send(ListCategories()).categories
            #expect(Dictionary(uniqueKeysWithValues: categories.map { ($0.name, $0.threadCount) }) == left)
            try await board.expectExactCounts()
        }
    }
}
