import BoardProtocol
import BoardTestSupport
import Testing

@Suite("All that an account has stored", .needsDatabase)
struct ExportAccountTests {
    @Test("Comes in pages that hold everything once, and nothing of others")
    func everything() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = try await (board.quickMember("aki"), board.quickMember("ben"))
            let thread = try await aki.send(
                CreateThread(title: "Ramen", category: "food", meta: ["k": 1])
            ).thread
            let theirs = try await ben.open("Soba")
            let mine = try await aki.posts(130, in: thread)
            let liked = try await ben.post(in: theirs)
            try await ben.post(in: thread)
            try await aki.send(LikePost(postId: liked.id))
            try await aki.send(AddBlock(accountId: ben.id))
            let deleted = try await aki.post("gone", in: theirs)
            try await aki.send(DeletePost(postId: deleted.id))
            let edited = try await aki.send(EditPost(postId: mine[0].id, body: "edited")).post

            let pages = try await aki.client.exported()
            #expect(pages.count == 2 && pages.allSatisfy { $0.items.count <= 100 })
            let items = pages.flatMap(\.items)
            func all(_ kind: String) -> [JSON] { items.filter { $0["kind"]?.string == kind } }
            #expect(items.count == 134)
            #expect(all("profile").map { $0["name"]?.string } == ["aki"])
            #expect(all("profile").first?["createdAt"]?.string == "\(aki.account.createdAt)")
            #expect(
                all("thread") == [
                    [
                        "kind": "thread", "id": thread.id.json, "title": "Ramen", "category": "food",
                        "createdAt": .string("\(thread.createdAt)"), "meta": ["k": 1],
                    ]
                ])
            #expect(all("post").map { $0["id"]?.string } == mine.map { "\($0.id)" })
            #expect(all("post").first?["body"]?.string == "edited")
            #expect(all("post").first?["editedAt"]?.string == edited.editedAt.map { "\($0)" })
            #expect(all("like") == [["kind": "like", "postId": liked.id.json, "threadId": theirs.id.json]])
            #expect(all("block") == [["kind": "block", "accountId": ben.id.json, "name": "ben"]])
        }
    }

    @Test("Large posts make more pages, and nothing is lost")
    func large() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let body = String(repeating: "あ", count: 9_900)
            let posts = try await aki.posts(25, in: thread, body: body)
            let pages = try await aki.client.exported()
            #expect(pages.count > 2)
            let ids = pages.flatMap(\.items).filter { $0["kind"]?.string == "post" }.map { $0["id"]?.string }
            #expect(ids == posts.map { "\($0.id)" })
        }
    }

    @Test("A damaged cursor, or one of another list, is refused")
    func cursor() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            for _ in 0..<2 { _ = try await aki.open() }
            let foreign = try #require(try await aki.send(ListThreads(limit: 1)).nextCursor)
            for cursor in ["x", "", foreign] {
                let refusal = try await aki.client.refusal(of: ExportAccount(cursor: cursor))
                #expect(refusal.reason == .invalidParams && refusal.field == "cursor")
            }
        }
    }
}

extension TestClient {
    fileprivate func exported() async throws -> [ExportAccount.Reply] {
        var pages = [try await send(ExportAccount())]
        while let cursor = pages[pages.count - 1].nextCursor {
            pages.append(try await send(ExportAccount(cursor: cursor)))
        }
        return pages
    }
}
