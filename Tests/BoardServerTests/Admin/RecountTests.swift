import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Recounting what is kept beside the rows", .needsDatabase)
struct RecountTests {
    struct Drift: Sendable, CustomTestStringConvertible {
        var about: String
        var sql: String
        var numbers: Int64 = 1
        var testDescription: String { about }
    }

    private static let drifts = [
        Drift(about: "post_count", sql: "update threads set post_count = post_count + 3"),
        Drift(about: "like_count of a thread", sql: "update threads set like_count = 77"),
        Drift(
            about: "like_count of a post",
            sql: "update posts set like_count = like_count + 1 where id = (select min(id) from posts)",
            numbers: 1),
        Drift(
            about: "last_post_at and the order by it",
            sql:
                "update threads set last_post_at = now() - interval '1 day', active_at = now() - interval '1 day'",
            numbers: 2),
        Drift(about: "last_post_at without posts", sql: "update threads set last_post_at = null"),
        Drift(
            about: "thread_authors too high", sql: "update thread_authors set live_posts = live_posts + 1",
            numbers: 2),
        Drift(
            about: "thread_authors missing",
            sql: "delete from thread_authors where author_id = (select min(author_id) from thread_authors)"),
        Drift(about: "a thread's number behind its posts'", sql: "update threads set seq = 2, head_seq = 1"),
        Drift(about: "category", sql: "update categories set thread_count = 5"),
        Drift(about: "category missing", sql: "delete from categories"),
        Drift(about: "category that nobody has", sql: "insert into categories values ('gone', 3)"),
        Drift(
            about: "everything",
            sql: """
                update threads set post_count = 0, like_count = 0; delete from thread_authors;
                update categories set thread_count = 9
                """, numbers: 5),
    ]

    @Test("Each kind of drift is found, told and repaired; clients hear of the repair", arguments: drifts)
    func drift(_ drift: Drift) async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            let (aki, ben) = try await (board.quickMember("aki"), board.quickMember("ben"))
            let thread = try await aki.open(category: "food")
            let post = try await aki.post(in: thread)
            try await ben.post(in: thread)
            try await ben.send(LikePost(postId: post.id))
            #expect(try await admin.command("recount").data == ["drift": 0, "repaired": 0])
            let follower = try await board.follow(thread.id)

            try await board.sql(drift.sql)
            #expect(
                try await admin.command("recount").data == [
                    "drift": .number(JSONNumber(drift.numbers)), "repaired": 0,
                ])
            let repair = try await admin.command("recount --repair")
            #expect(repair.data["drift"]?.int64 == drift.numbers)
            #expect(repair.data["repaired"]?.int64 == drift.numbers)
            #expect(try await admin.command("recount").data["drift"]?.int64 == 0)

            let now = try await admin.thread(thread.id)
            #expect(now.postCount == 2 && now.likeCount == 1 && now.lastPostAt != nil)
            let categories = try await admin.client.all(ListCategories())
            #expect(categories.map(\.name) == ["food"] && categories.map(\.threadCount) == [1])
            try await board.expectConverges(follower)
        }
    }

    @Test("Deleted posts and threads count for nothing, and are no drift")
    func deleted() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open(category: "food")
            let post = try await aki.post(in: thread)
            try await admin.send(LikePost(postId: post.id))
            try await aki.send(DeletePost(postId: post.id))
            try await aki.send(DeleteThread(threadId: aki.open(category: "gone").id))
            #expect(try await admin.command("recount").data["drift"]?.int64 == 0)
        }
    }

    @Test("More threads than a page are all looked at")
    func pages() async throws {
        try await TestBoard.run { board in
            let admin = try await board.quickMember("adm1", role: .admin)
            try await board.sql(
                "insert into threads (title, author_id) select 't', $1::bigint from generate_series(1, 450)",
                .int(admin.id.rawValue))
            try await board.sql("update threads set post_count = 1")
            #expect(try await admin.command("recount").data["drift"]?.int64 == 450)
            let repair = try await admin.command("recount --repair")
            #expect(repair.data["repaired"]?.int64 == 450)
            #expect(repair.text.contains("450 threads"))
            #expect(try await admin.command("recount").data["drift"]?.int64 == 0)
        }
    }
}
