import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Lists read about a page of rows, whatever the order and however deep", .needsDatabase, .largeBoard)
struct ExplainTests {
    /// Rows that a page may look at, of a limit of 20.
    static let page = 100.0

    @Test(
        "The first page of a thread of 100,000 posts, and the page behind the 50,000th",
        arguments: PostOrder.all, [LargeBoard.reader, 0])
    func posts(order: PostOrder, viewer: Int64) async throws {
        let board = try LargeBoard.current
        let deep = try await board.sql(
            """
            select like_count, id from posts where thread_id = \(LargeBoard.thread) and deleted_at is null
            order by \(order.by) offset 49999 limit 1
            """)
        let place = try #require(deep.first)
        let key = order.name == .popular ? place.int64("like_count") : 0
        for (key, id) in [order.first, (key, place.int64("id"))] {
            let arguments = [
                viewer == 0 ? "null" : "\(viewer)", "\(LargeBoard.thread)", "\(key)", "\(id)", "21",
            ]
            let plan = try await board.plan(of: order.statement, arguments)
            let widest = try #require(plan.widest)
            #expect(widest.rows >= 21 && widest.rows <= Self.page, "below \(key), \(id): \(widest)")
        }
    }

    @Test(
        "The first page of 25,000 threads, and the page behind the 12,500th; of a category behind the 2,500th",
        arguments: ThreadOrder.all)
    func threads(order: ThreadOrder) async throws {
        let board = try LargeBoard.current
        let category = order.isInCategory ? "and category = 'c1'" : ""
        let deep = try await board.sql(
            """
            select \(order.key)::bigint as key, id from threads where deleted_at is null \(category)
            order by pinned desc, \(order.by) offset \(order.isInCategory ? 2_499 : 12_499) limit 1
            """)
        let place = try #require(deep.first)
        for (pinned, key, id) in [
            (true, order.firstKey, Int64.max), (false, place.int64("key"), place.int64("id")),
        ] {
            var arguments = ["\(LargeBoard.reader)", "\(pinned)", "\(key)", "\(id)", "21"]
            if order.isInCategory { arguments.append("'c1'") }
            let plan = try await board.plan(of: order.statement, arguments)
            let widest = try #require(plan.widest)
            #expect(widest.rows >= 21 && widest.rows <= Self.page, "below \(key), \(id): \(widest)")
        }
    }

    @Test(
        "Whoever blocks the author of nearly all posts costs a thousand rows a page", arguments: PostOrder.all
    )
    func blocked(order: PostOrder) async throws {
        let board = try LargeBoard.current
        let (key, id) = order.first
        let arguments = ["\(LargeBoard.blocker)", "\(LargeBoard.thread)", "\(key)", "\(id)", "21"]
        let widest = try #require(try await board.plan(of: order.statement, arguments).widest)
        #expect(widest.rows >= 1_000 && widest.rows <= 1_001, "\(widest)")
    }

    @Test("And comes by such pages to every post there is to see", arguments: PostOrder.all)
    func blockedPaging(order: PostOrder) async throws {
        let board = try LargeBoard.current
        let blocker = try await board.client(token: LargeBoard.blockerToken)
        let request = ListPosts(threadId: .init(rawValue: LargeBoard.thread), order: order.name, limit: 100)
        let pages = try await blocker.pages(request)
        let visible = try await board.sql(
            """
            select id from posts where thread_id = \(LargeBoard.thread)
            and author_id <> \(LargeBoard.author) order by \(order.by)
            """)
        #expect(pages.flatMap(\.posts).map(\.id.rawValue) == visible.map { $0.int64("id") })
        #expect(pages.allSatisfy { $0.postCount == 100_000 && $0.hiddenCount == 99_900 })
        #expect(pages.count <= 101 && pages.contains { $0.posts.isEmpty })
    }

    @Test("Joining, catching up, one post, one thread and the watched numbers read what they answer with")
    func singles() async throws {
        let board = try LargeBoard.current
        let (thread, reader) = (LargeBoard.thread, LargeBoard.reader)
        let watched = (1...1_000).map(String.init).joined(separator: ",")
        let calls: [(Statement, [String], Double)] = [
            (.threadChanges, ["\(thread)", "\(Int64.max)", "\(reader)", "501"], 1),
            (.threadChanges, ["\(thread)", "50000", "\(reader)", "501"], 501),
            (.threadGet, ["\(thread)", "\(reader)"], 1),
            (.postGet, ["5000", "\(reader)"], 1),
            (.countsRead, ["array[\(watched)]::bigint[]", "\(reader)"], 1_000),
        ]
        for (statement, arguments, rows) in calls {
            let widest = try #require(try await board.plan(of: statement, arguments).widest)
            #expect(widest.rows <= rows * 2, "\(statement.name): \(widest)")
        }
    }
}

/// How `post.list` reads one order.
struct PostOrder: Sendable, CustomTestStringConvertible {
    var name: ListPosts.Order
    var statement: Statement
    var by: String
    /// Where the first page begins: key and id.
    var first: (Int64, Int64)

    static let all = [
        PostOrder(name: .newest, statement: .postListNewest, by: "id desc", first: (0, .max)),
        PostOrder(name: .oldest, statement: .postListOldest, by: "id", first: (0, 0)),
        PostOrder(
            name: .popular, statement: .postListPopular, by: "like_count desc, id desc", first: (.max, .max)),
    ]

    var testDescription: String { name.rawValue }
}

/// How `thread.list` reads one order, with or without a category.
struct ThreadOrder: Sendable, CustomTestStringConvertible {
    var statement: Statement
    var isInCategory = false
    var by: String
    var key: String
    var firstKey: Int64

    private static let orders = [
        (Statement.threadListNewest, Statement.threadListNewestIn, "id desc", "0", Int64.max),
        (
            .threadListPopular, .threadListPopularIn, "like_count desc, id desc", "like_count", Int64.max
        ),
        (
            .threadListActive, .threadListActiveIn, "active_at desc, id desc",
            "(extract(epoch from active_at) * 1000000)", 8_000_000_000_000_000
        ),
    ]

    static let all = orders.flatMap { of, inCategory, by, key, first in
        [
            ThreadOrder(statement: of, by: by, key: key, firstKey: first),
            ThreadOrder(statement: inCategory, isInCategory: true, by: by, key: key, firstKey: first),
        ]
    }

    var testDescription: String { statement.name }
}

/// One board for the whole suite, with a thread of 100,000 posts among 25,000 threads.
struct LargeBoard: SuiteTrait, TestScoping {
    @TaskLocal private static var shared: TestBoard?

    /// The thread's id.
    static let thread: Int64 = 1
    /// Wrote all but every thousandth post.
    static let author: Int64 = 2
    /// Blocks the author.
    static let blocker: Int64 = 1
    /// Blocks nobody, and likes every tenth post.
    static let reader: Int64 = 3
    /// The blocker's, once the board is there.
    @TaskLocal static var blockerToken = ""

    static var current: TestBoard {
        get throws { try #require(shared, "the suite has its board") }
    }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await TestBoard.run { board in
            let blocker = try await board.quickMember("blocker")
            try await board.sql(Self.seed)
            // Not within the transaction that several statements in one text are.
            try await board.sql("vacuum analyze")
            try await LargeBoard.$shared.withValue(board) {
                try await LargeBoard.$blockerToken.withValue(blocker.token, operation: function)
            }
        }
    }

    private static let seed = """
        insert into accounts (name, name_key) select 'u' || g, 'u' || g from generate_series(1, 2000) g;
        insert into threads (title, author_id, category, like_count, active_at)
        select 't' || g, 1 + g % 2000, 'c' || g % 5, (random() ^ 3 * 1000)::int, now() - random() * interval '100 days'
        from generate_series(1, 25000) g;
        insert into posts (thread_id, author_id, body, seq, created_seq, content_seq, like_count)
        select 1, case when g % 1000 = 0 then 3 + g % 1990 else 2 end, repeat('x', 100) || g, g + 1, g + 1, g + 1,
            (random() ^ 3 * 50)::int
        from generate_series(1, 100000) g;
        insert into posts (thread_id, author_id, body, seq, created_seq, content_seq)
        select 2 + g % 5000, 1 + g % 2000, repeat('x', 100) || g, 2 + g / 5000, 2 + g / 5000, 2 + g / 5000
        from generate_series(1, 20000) g;
        insert into thread_authors select thread_id, author_id, count(*) from posts group by 1, 2;
        insert into likes select id, 3 from posts where thread_id = 1 and id % 10 = 0 and author_id <> 3;
        insert into blocks (member_id, blocked_id) values (1, 2);
        update threads t set seq = p.seq, post_count = p.posts
        from (select thread_id, max(seq) as seq, count(*) as posts from posts group by 1) p where p.thread_id = t.id;
        """
}

extension Trait where Self == LargeBoard {
    static var largeBoard: Self { LargeBoard() }
}
