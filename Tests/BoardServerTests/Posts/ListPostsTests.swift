import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Reading a thread's posts by pages", .needsDatabase)
struct ListPostsTests {
    @Test("The newest come first unless another order is asked for, twenty a page unless a limit is")
    func defaults() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let posts = try await aki.posts(25, in: thread)
            let wire = try await board.wire()
            let page = try await wire.call("post.list", ["threadId": thread.id.json])
            #expect(page.names.sorted() == ["hiddenCount", "nextCursor", "postCount", "posts", "seq"])
            #expect(
                page["posts"]?.array?.compactMap { $0["id"] } == posts.reversed().prefix(20).map(\.id.json))
            #expect(page["postCount"] == 25 && page["hiddenCount"] == 0)
            #expect(page["seq"]?.int64 == posts.last?.seq && page["nextCursor"]?.string != nil)
        }
    }

    @Test("Newest is created last first, oldest the reverse, popular most likes first and then newest")
    func orders() async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let thread = try await members[0].open()
            let posts = try await members[0].posts(6, in: thread)
            for (index, fans) in [0, 1, 0, 2, 1, 0].enumerated() {
                for fan in members.dropFirst().prefix(fans) {
                    try await fan.send(LikePost(postId: posts[index].id))
                }
            }
            // An edit moves no post.
            try await members[0].send(EditPost(postId: posts[0].id, body: "Edited"))
            let expected: [(ListPosts.Order, [Int])] = [
                (.newest, [5, 4, 3, 2, 1, 0]), (.oldest, [0, 1, 2, 3, 4, 5]), (.popular, [3, 4, 1, 5, 2, 0]),
            ]
            for (order, indices) in expected {
                for limit in 1...7 {
                    let request = ListPosts(threadId: thread.id, order: order, limit: limit)
                    let pages = try await members[0].client.pages(request)
                    #expect(
                        pages.flatMap(\.posts).map(\.id) == indices.map { posts[$0].id }, "\(order) \(limit)")
                    #expect(pages.count == (posts.count + limit - 1) / limit)
                    #expect(pages.allSatisfy { $0.postCount == 6 && $0.hiddenCount == 0 })
                }
            }
        }
    }

    @Test("An empty thread has one empty page; a thread that is not there, or no longer, has none")
    func emptyAndGone() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            for order in ListPosts.Order.allCases {
                let page = try await aki.send(ListPosts(threadId: thread.id, order: order))
                let empty = ListPosts.Reply(
                    posts: [], nextCursor: nil, postCount: 0, hiddenCount: 0, seq: thread.seq)
                #expect(page == empty)
            }
            try await aki.send(DeleteThread(threadId: thread.id))
            for id in [thread.id, ThreadID(rawValue: 99_999)] {
                #expect(try await aki.client.refusal(of: ListPosts(threadId: id)).reason == .notFound)
            }
        }
    }

    @Test("What does not keep the rules is refused by the name of the parameter")
    func refusals() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let id = try await aki.open().id.json
            let wire = try await board.wire()
            let wrong: [(String, JSON)] = [
                ("threadId", [:]), ("threadId", ["threadId": 5]), ("threadId", ["threadId": "five"]),
                ("limit", ["threadId": id, "limit": 0]), ("limit", ["threadId": id, "limit": 101]),
                ("limit", ["threadId": id, "limit": -1]), ("limit", ["threadId": id, "limit": "5"]),
                ("limit", ["threadId": id, "limit": .number(JSONNumber(1.5) ?? JSONNumber(0))]),
                ("order", ["threadId": id, "order": "best"]), ("order", ["threadId": id, "order": "active"]),
                ("body", ["threadId": id, "body": "short"]), ("body", ["threadId": id, "body": true]),
                ("cursor", ["threadId": id, "cursor": ""]), ("cursor", ["threadId": id, "cursor": "x"]),
                ("cursor", ["threadId": id, "cursor": 5]), ("cursor", ["threadId": id, "cursor": "ページ"]),
                ("cursor", ["threadId": id, "cursor": .string(String(repeating: "A", count: 60_000))]),
            ]
            for (field, params) in wrong {
                let refusal = try await wire.refusal(of: "post.list", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field, "\(field): \(refusal)")
            }
            #expect(
                try await wire.call("post.list", ["threadId": id, "limit": 100, "order": nil])["seq"] == 1)
        }
    }

    @Test("A cursor belongs to one list of one thread in one order, and damage is noticed anywhere in it")
    func cursors() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let (thread, other) = (try await aki.open(), try await aki.open())
            try await aki.posts(5, in: thread)
            try await aki.posts(5, in: other)
            func refusal(_ request: some BoardRequest) async throws {
                let refusal = try await aki.client.refusal(of: request)
                #expect(refusal.reason == .invalidParams && refusal.field == "cursor", "\(request)")
            }
            let request = ListPosts(threadId: thread.id, order: .newest, limit: 2)
            let cursor = try #require(try await aki.send(request).nextCursor)
            try await refusal(ListPosts(threadId: thread.id, order: .oldest, limit: 2, cursor: cursor))
            try await refusal(ListPosts(threadId: thread.id, order: .popular, limit: 2, cursor: cursor))
            try await refusal(ListPosts(threadId: other.id, order: .newest, limit: 2, cursor: cursor))
            try await refusal(ListThreads(order: .newest, cursor: cursor))
            try await refusal(ListCategories(cursor: cursor))
            try await refusal(ListBlocks(cursor: cursor))
            for index in 0..<cursor.count {
                let (before, rest) = (cursor.prefix(index), cursor.dropFirst(index))
                let replacement = rest.first == "A" ? "B" : "A"
                for cursor in [before + replacement + rest.dropFirst(), before + rest.dropFirst()] {
                    try await refusal(ListPosts(threadId: thread.id, limit: 2, cursor: String(cursor)))
                }
            }
            try await refusal(ListPosts(threadId: thread.id, limit: 2, cursor: cursor + "A"))
            // The same list by another name, and another size of page, are the same list.
            let rest = ListPosts(
                threadId: thread.id, body: ListPosts.BodyForm.none, limit: 100, cursor: cursor)
            #expect(try await aki.send(rest).posts.count == 3)
        }
    }

    // MARK: Pages

    @Test(
        "What nobody changes is neither skipped nor repeated while others post, like and delete",
        arguments: ListPosts.Order.allCases)
    func keyset(order: ListPosts.Order) async throws {
        try await TestBoard.run { board in
            let names = ["aki", "ben", "chie", "dan"]
            let members = try await board.quickMembers(names)
            let thread = try await members[0].open()
            var posts = try await members[0].posts(60, in: thread)
            var generator = SeededGenerator()
            for post in posts {
                for fan in members.dropFirst() where Bool.random(using: &generator) {
                    try await fan.send(LikePost(postId: post.id))
                }
            }
            // Every third one is left alone; the others are liked, unliked and deleted while the list is read.
            let quiet = posts.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element.id)
            posts.removeAll { quiet.contains($0.id) }
            let pages = try await members[0].client.pages(
                ListPosts(threadId: thread.id, order: order, limit: 4)
            ) { _ in
                try await members[0].posts(2, in: thread)
                for _ in 0..<4 {
                    guard let post = posts.randomElement(using: &generator),
                        let fan = members.dropFirst().randomElement(using: &generator)
                    else { return }
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0:
                        try await members[0].send(DeletePost(postId: post.id))
                        posts.removeAll { $0.id == post.id }
                    case 1: try await fan.send(UnlikePost(postId: post.id))
                    default: try await fan.send(LikePost(postId: post.id))
                    }
                }
            }
            let read = pages.flatMap(\.posts).map(\.id).filter(quiet.contains)
            #expect(read.count == quiet.count && Set(read) == Set(quiet), "\(generator)")
            // A page tells the numbers of its moment, which only grow.
            #expect(pages.map(\.seq) == pages.map(\.seq).sorted())
            try await board.expectExactCounts()
        }
    }

    @Test("A page ends early by size, and the next one goes on where it ended")
    func size() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let body = String(repeating: "あ", count: 9_990)
            let posts = try await aki.posts(30, in: thread, body: body)
            let pages = try await aki.client.pages(ListPosts(threadId: thread.id, order: .oldest, limit: 100))
            #expect(pages.flatMap(\.posts).map(\.id) == posts.map(\.id))
            #expect(pages.count > 3 && pages.allSatisfy { !$0.posts.isEmpty })
            let short = ListPosts(threadId: thread.id, body: .excerpt, limit: 100)
            #expect(try await aki.client.pages(short).count == 1)
        }
    }

    @Test(
        "No page is larger than 256 KiB on the wire and one post more, whatever the texts are made of",
        arguments: [("あ", 9_990), ("\"", 9_990), ("\\", 9_990), ("a\n", 4_990), ("😀", 8_180)])
    func bytes(piece: String, count: Int) async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await aki.posts(40, in: thread, body: String(repeating: piece, count: count) + ".")
            let wire = try await board.wire()
            let frame = try await wire.answer(to: "post.list", ["threadId": thread.id.json, "limit": 100])
            #expect(frame.count <= Limits.pageBytes + 66_000, "\(frame.count) bytes")
        }
    }

    @Test("Bodies are full, or the first two hundred characters, or null")
    func bodies() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let family = String(repeating: "👨‍👩‍👧‍👦", count: 250)
            let texts = [
                "short", String(repeating: "x", count: 500), String(repeating: "が", count: 201), family,
            ]
            for text in texts { try await aki.post(text, in: thread, title: "T") }
            func read(_ form: ListPosts.BodyForm?) async throws -> [Post] {
                try await aki.send(ListPosts(threadId: thread.id, order: .oldest, body: form)).posts
            }
            #expect(try await read(nil).map(\.body) == texts)
            #expect(try await read(.full).map(\.body) == texts)
            #expect(try await read(.excerpt).map(\.body) == texts.map { String($0.prefix(200)) })
            let without = try await read(ListPosts.BodyForm.none)
            #expect(without.allSatisfy { $0.body == nil && $0.title == "T" })
        }
    }

    // MARK: Blocks

    @Test(
        "Posts by those whom the viewer blocks are left out, and counted as hidden",
        arguments: ListPosts.Order.allCases)
    func blocked(order: ListPosts.Order) async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let (aki, ben, chie) = (members[0], members[1], members[2])
            let thread = try await aki.open()
            var visible: [PostID] = []
            for number in 0..<30 {
                let author = [aki, ben, aki][number % 3]
                let post = try await author.post("\(number)", in: thread)
                if author.id == ben.id { visible.append(post.id) }
            }
            try await chie.send(AddBlock(accountId: aki.id))
            for limit in [1, 3, 10, 100] {
                let pages = try await chie.client.pages(
                    ListPosts(threadId: thread.id, order: order, limit: limit))
                let read = pages.flatMap(\.posts).map(\.id)
                #expect(read == (order == .oldest ? visible : visible.reversed()))
                #expect(pages.allSatisfy { $0.postCount == 30 && $0.hiddenCount == 20 })
            }
            // Nobody else's list is changed by it.
            #expect(try await aki.client.all(ListPosts(threadId: thread.id, order: order)).count == 30)
        }
    }
}
