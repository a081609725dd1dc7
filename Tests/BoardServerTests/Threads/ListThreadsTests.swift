import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Reading the threads by pages", .needsDatabase)
struct ListThreadsTests {
    private static func ids(
        _ client: TestClient, _ order: ListThreads.Order?, category: String? = nil, limit: Int? = nil
    ) async throws -> [ThreadID] {
        try await client.all(ListThreads(order: order, category: category, limit: limit)).map(\.id)
    }

    @Test("Newest is created last first, popular most likes first, active posted to last first")
    func orders() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            var threads: [ThreadID] = []
            var posts: [Post] = []
            for number in 0..<4 {
                let thread = try await aki.open("\(number)")
                threads.append(thread.id)
                posts.append(try await aki.post(in: thread))
            }
            // Without posts it counts by its creation.
            threads.append(try await aki.open("4").id)
            func expect(_ order: ListThreads.Order?, _ numbers: [Int]) async throws {
                for limit in [1, 2, 5, 100] {
                    let read = try await Self.ids(aki.client, order, limit: limit)
                    #expect(read == numbers.map { threads[$0] }, "\(order.debugDescription) by \(limit)")
                }
            }
            for order in ListThreads.Order.allCases { try await expect(order, [4, 3, 2, 1, 0]) }
            try await ben.send(LikePost(postId: posts[1].id))
            try await ben.send(CreatePost(threadId: threads[2], body: "Bump"))
            let bump = try await ben.send(CreatePost(threadId: threads[0], body: "Bump")).post
            try await expect(nil, [4, 3, 2, 1, 0])
            try await expect(.newest, [4, 3, 2, 1, 0])
            try await expect(.popular, [1, 4, 3, 2, 0])
            try await expect(.active, [0, 2, 4, 3, 1])
            // A deleted post neither counts nor bumps.
            try await ben.send(DeletePost(postId: bump.id))
            try await expect(.active, [2, 4, 3, 1, 0])
            try await aki.send(DeletePost(postId: posts[1].id))
            try await expect(.popular, [4, 3, 2, 1, 0])
        }
    }

    @Test("Pinned threads come first in every order, on every page size")
    func pinned() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            var threads: [ThreadID] = []
            for number in 0..<6 { threads.append(try await aki.open("\(number)", category: "c").id) }
            try await board.sql(
                "update threads set pinned = true where id in ($1::bigint, $2::bigint)",
                .int(threads[0].rawValue),
                .int(threads[3].rawValue))
            let expected = [3, 0, 5, 4, 2, 1].map { threads[$0] }
            for order in ListThreads.Order.allCases {
                for category in [nil, "c"] {
                    for limit in [1, 2, 3, 100] {
                        let read = try await Self.ids(aki.client, order, category: category, limit: limit)
                        #expect(read == expected)
                    }
                }
            }
            #expect(try await aki.thread(threads[0]).pinned)
        }
    }

    @Test("A category has its own list, and one that nobody uses is empty")
    func category() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            var expected: [String: [ThreadID]] = [:]
            for number in 0..<12 {
                let category = ["a", "雑談", "雑談2"][number % 3]
                expected[category, default: []].insert(
                    try await aki.open("\(number)", category: category).id, at: 0)
            }
            try await aki.open("without")
            for (category, threads) in expected {
                for order in ListThreads.Order.allCases {
                    #expect(try await Self.ids(aki.client, order, category: category, limit: 3) == threads)
                }
            }
            #expect(try await Self.ids(aki.client, .newest, category: " 雑談 ") == expected["雑談"])
            #expect(try await Self.ids(aki.client, .newest, category: "none").isEmpty)
            #expect(try await Self.ids(aki.client, .newest).count == 13)
        }
    }

    @Test("A cursor belongs to one order of one category, and damage is noticed anywhere in it")
    func cursors() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            for number in 0..<5 { try await aki.open("\(number)", category: "c") }
            func refusal(_ request: some BoardRequest) async throws {
                let refusal = try await aki.client.refusal(of: request)
                #expect(refusal.reason == .invalidParams && refusal.field == "cursor", "\(request)")
            }
            for order in ListThreads.Order.allCases {
                let request = ListThreads(order: order, category: "c", limit: 2)
                let cursor = try #require(try await aki.send(request).nextCursor)
                for other in ListThreads.Order.allCases where other != order {
                    try await refusal(ListThreads(order: other, category: "c", cursor: cursor))
                }
                try await refusal(ListThreads(order: order, cursor: cursor))
                try await refusal(ListThreads(order: order, category: "d", cursor: cursor))
                for index in 0..<cursor.count {
                    let (before, rest) = (cursor.prefix(index), cursor.dropFirst(index))
                    let damaged = before + (rest.first == "A" ? "B" : "A") + rest.dropFirst()
                    try await refusal(ListThreads(order: order, category: "c", cursor: String(damaged)))
                }
            }
        }
    }

    @Test("What does not keep the rules is refused by the name of the parameter")
    func refusals() async throws {
        try await TestBoard.run { board in
            let wire = try await board.wire()
            let wrong: [(String, JSON)] = [
                ("limit", ["limit": 0]), ("limit", ["limit": 101]), ("limit", ["limit": "20"]),
                ("order", ["order": "oldest"]), ("order", ["order": 1]), ("order", ["order": "Newest"]),
                ("category", ["category": ""]), ("category", ["category": 5]), ("cursor", ["cursor": "x"]),
                ("cursor", ["cursor": ""]),
            ]
            for (field, params) in wrong {
                let refusal = try await wire.refusal(of: "thread.list", params)
                #expect(refusal.reason == .invalidParams && refusal.field == field, "\(params): \(refusal)")
            }
        }
    }

    @Test(
        "What nobody changes is neither skipped nor repeated while others open, post, like and delete",
        arguments: ListThreads.Order.allCases)
    func keyset(order: ListThreads.Order) async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            var threads: [ThreadSummary] = []
            var posts: [ThreadID: Post] = [:]
            for number in 0..<45 {
                let thread = try await members[0].open("\(number)", category: "c")
                threads.append(thread)
                posts[thread.id] = try await members[0].post(in: thread)
            }
            let quiet = Set(threads.enumerated().filter { $0.offset.isMultiple(of: 3) }.map(\.element.id))
            threads.removeAll { quiet.contains($0.id) }
            var generator = SeededGenerator()
            let request = ListThreads(order: order, category: "c", limit: 4)
            let pages = try await members[1].client.pages(request) { number in
                try await members[0].open("new \(number)", category: "c")
                for _ in 0..<4 {
                    guard let thread = threads.randomElement(using: &generator), let post = posts[thread.id]
                    else { return }
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0:
                        try await members[0].send(DeleteThread(threadId: thread.id))
                        threads.removeAll { $0.id == thread.id }
                    case 1: try await members[0].post(in: thread)
                    case 2: try await members[1].send(UnlikePost(postId: post.id))
                    default: try await members[1].send(LikePost(postId: post.id))
                    }
                }
            }
            let read = pages.flatMap(\.threads).map(\.id).filter(quiet.contains)
            #expect(read.count == quiet.count && Set(read) == quiet, "\(generator)")
            try await board.expectExactCounts()
        }
    }

    @Test("Threads by those whom the viewer blocks are left out, for this viewer alone")
    func blocked() async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            var visible: [ThreadID] = []
            for number in 0..<12 {
                let thread = try await members[number % 2].open("\(number)", category: "c")
                if number % 2 == 1 { visible.insert(thread.id, at: 0) }
            }
            try await members[2].send(AddBlock(accountId: members[0].id))
            for order in ListThreads.Order.allCases {
                for category in [nil, "c"] {
                    for limit in [1, 5, 100] {
                        let read = try await Self.ids(
                            members[2].client, order, category: category, limit: limit)
                        #expect(read == visible)
                    }
                }
            }
            #expect(try await Self.ids(members[1].client, .newest).count == 12)
            try await members[2].send(RemoveBlock(accountId: members[0].id))
            #expect(try await Self.ids(members[2].client, .newest).count == 12)
        }
    }

    @Test("A page ends early by size, and is never larger than 256 KiB on the wire and one thread more")
    func size() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let category = String(repeating: "類", count: 200)
            let meta: JSON = ["a": .string(String(repeating: "m", count: 2_000))]
            var ids: [ThreadID] = []
            for number in 0..<100 {
                let title = String(repeating: "題", count: 195) + "\(number)"
                let request = CreateThread(title: title, category: category, meta: meta)
                ids.insert(try await aki.send(request).thread.id, at: 0)
            }
            let pages = try await aki.client.pages(ListThreads(limit: 100))
            #expect(pages.flatMap(\.threads).map(\.id) == ids && pages.count > 1)
            let wire = try await board.wire()
            let frame = try await wire.answer(to: "thread.list", ["limit": 100])
            #expect(frame.count <= Limits.pageBytes + 8_192, "\(frame.count) bytes")
        }
    }
}
