import BoardProtocol
import BoardSQL
import Testing

@testable import BoardCore

@Suite("What changed after a number")
struct CatchUpTests {
    @Test("No rows: there never was such a thread")
    func never() {
        #expect(CatchUp(Rows.none)?.threadSeq == nil)
    }

    @Test("A thread in which nothing changed brings a client all the way")
    func nothing() throws {
        let catchUp = try #require(CatchUp(ChangesRows(seq: 9).rows))
        let part = catchUp.part(after: 9)
        #expect(part.changes.isEmpty && part.seq == 9 && part.isWhole)
    }

    @Test(
        "Up to 500 changes are one message, and bring a client as far as the thread is", arguments: [1, 500])
    func whole(_ count: Int64) throws {
        let catchUp = try #require(CatchUp(ChangesRows(seq: count + 5, posts: 1...count).rows))
        let part = catchUp.part(after: 0)
        #expect(part.changes.map(\.seq) == Array(1...count))
        #expect(part.seq == count + 5)
        #expect(part.isWhole)
    }

    @Test("Of more than 500 the first 500, and as far as they bring")
    func tooMany() throws {
        let catchUp = try #require(CatchUp(ChangesRows(seq: 600, posts: 11...511).rows))
        let part = catchUp.part(after: 10)
        #expect(part.changes.map(\.seq) == Array(11...510))
        #expect(part.seq == 510)
        #expect(!part.isWhole)
    }

    @Test("Fewer when they are large, but one at least")
    func tooLarge() throws {
        let third = String(repeating: "x", count: Limits.pageBytes / 3)
        let some = try #require(CatchUp(ChangesRows(seq: 9, posts: 1...5, body: third).rows))
        #expect(some.part(after: 0).changes.map(\.seq) == [1, 2])
        #expect(some.part(after: 0).seq == 2)
        let huge = String(repeating: "x", count: Limits.pageBytes + 1)
        let one = try #require(CatchUp(ChangesRows(seq: 9, posts: 4...5, body: huge).rows))
        #expect(one.part(after: 3).changes.map(\.seq) == [4])
        #expect(one.part(after: 3).seq == 4)
        let last = try #require(CatchUp(ChangesRows(seq: 9, posts: 4...4, body: huge).rows))
        #expect(last.part(after: 3).isWhole && last.part(after: 3).seq == 9)
    }

    @Test("Deleted posts are tombstones, however long they were")
    func deleted() throws {
        let long = String(repeating: "x", count: 10_000)
        let catchUp = try #require(
            CatchUp(ChangesRows(seq: 400, posts: 1...400, body: long, isDeleted: true).rows))
        let part = catchUp.part(after: 0)
        #expect(part.isWhole && part.changes.count == 400)
        #expect(
            part.changes[0].state
                == .deleted(id: PostID(rawValue: 1), threadId: ThreadID(rawValue: 30), seq: 1))
    }
}

@Suite("Joining with what one had before")
struct JoinThreadTests {
    private func reply(_ join: JoinThread, _ rows: ChangesRows, epoch: String? = "now") throws(Refusal)
        -> JoinThread.Reply
    {
        try join.reply(from: rows.rows, epoch: epoch)
    }

    private func join(_ since: Int64?, epoch: String? = nil, blocksVersion: Int64? = nil) -> JoinThread {
        JoinThread(
            threadId: ThreadID(rawValue: 30), since: since, epoch: epoch, blocksVersion: blocksVersion)
    }

    @Test("Without a number nothing is replayed")
    func fresh() throws {
        let reply = try reply(join(nil), ChangesRows(seq: 9, headSeq: 9))
        #expect(reply == .init(seq: 9, postCount: 4, hiddenCount: 1, changes: [], complete: true))
    }

    @Test("With one, every post changed since, and the thread where it changed too")
    func since() throws {
        let reply = try reply(join(3), ChangesRows(seq: 9, headSeq: 4, posts: 5...6))
        #expect(reply.changes.map(\.seq) == [5, 6])
        #expect(reply.complete && reply.reset == .missing && reply.seq == 9)
        #expect(reply.thread.value.map { if case .live = $0 { true } else { false } } == true)
        #expect(try self.reply(join(4), ChangesRows(seq: 9, headSeq: 4, posts: 5...6)).thread == .missing)
    }

    @Test("In parts, the thread comes with the part that spans its change")
    func parts() throws {
        let reply = try reply(join(0), ChangesRows(seq: 900, headSeq: 4, posts: 1...501))
        #expect(!reply.complete && reply.seq == 500 && reply.thread.value != nil)
        let later = try self.reply(join(0), ChangesRows(seq: 900, headSeq: 700, posts: 1...501))
        #expect(!later.complete && later.seq == 500 && later.thread == .missing)
    }

    @Test("Posts by authors whom the viewer blocks are left out, and still bring the number on")
    func blocked() throws {
        let reply = try reply(join(0), ChangesRows(seq: 9, posts: 1...9, isBlocked: true))
        #expect(reply.changes.isEmpty && reply.seq == 9 && reply.complete)
    }

    @Test("Another epoch, other blocks, or a number that is ahead: read anew")
    func reset() throws {
        let rows = ChangesRows(seq: 9, headSeq: 9, posts: 4...9)
        for join in [
            join(3, epoch: "then"), join(10), join(3, blocksVersion: 4),
            join(3, epoch: "now", blocksVersion: 6),
        ] {
            let reply = try reply(join, rows)
            #expect(reply.reset == .value(true))
            #expect(reply.changes.isEmpty && reply.thread == .missing)
            #expect(reply.complete && reply.seq == 9)
        }
    }

    @Test("The same epoch and blocks, or none given: no reset")
    func noReset() throws {
        let rows = ChangesRows(seq: 9, posts: 4...9)
        for join in [join(3, epoch: "now"), join(9), join(3, blocksVersion: 5), join(3)] {
            #expect(try reply(join, rows).reset == .missing)
        }
    }

    @Test("An epoch of which the server knows none yet is another one")
    func unknownEpoch() throws {
        #expect(try reply(join(3, epoch: "then"), ChangesRows(seq: 9), epoch: nil).reset == .value(true))
    }

    @Test("A thread that never was, or no longer is, cannot be joined")
    func gone() {
        let deleted = #expect(throws: Refusal.self) {
            try reply(join(3), ChangesRows(seq: 9, threadIsDeleted: true))
        }
        #expect(deleted?.reason == .notFound)
        let never = #expect(throws: Refusal.self) { try join(3).reply(from: Rows.none, epoch: "now") }
        #expect(never?.reason == .notFound)
    }

    @Test("Numbers below 0 were never given out")
    func negative() {
        for join in [join(-1), join(3, blocksVersion: -1)] {
            let refusal = #expect(throws: Refusal.self) { try join.call(for: .guest) }
            #expect(refusal?.reason == .invalidParams)
        }
    }
}

/// Rows of `thread_changes`: thread 30 with 4 posts, of which this viewer does not see one.
struct ChangesRows {
    var seq: Int64
    var headSeq: Int64 = 1
    var posts: ClosedRange<Int64>?
    var body = "hello"
    var isDeleted = false
    var isBlocked = false
    var threadIsDeleted = false

    var rows: Rows {
        let thread: KeyValuePairs<String, String?> = [
            "t_id": "30", "t_title": "t", "t_category": nil, "t_by_id": "2", "t_author_name": "aki",
            "t_created_ms": "1700000000000", "t_last_post_ms": "1700000000001", "t_post_count": "4",
            "t_like_count": "6", "t_seq": "\(seq)", "t_head_seq": "\(headSeq)", "t_locked": "f",
            "t_pinned": "f", "t_meta": nil, "t_deleted": threadIsDeleted ? "t" : "f", "hidden_count": "1",
            "blocks_version": "5",
        ]
        let columns = [
            "id", "thread_id", "title", "body", "by_id", "author_name", "reply_to", "like_count",
            "created_ms",
            "edited_ms", "meta", "seq", "deleted", "author_posts", "blocked",
        ]
        let empty = [String?](repeating: nil, count: columns.count - 2) + [nil, "f"]
        let cells: [[String?]] =
            posts?.map { id in
                [
                    "\(id)", "30", nil, body, "3", "ben", nil, "0", "1700000000000", nil, nil, "\(id)",
                    isDeleted ? "t" : "f", "4", isBlocked ? "t" : "f",
                ]
            } ?? [empty]
        return Rows(thread.map(\.key) + columns, cells.map { thread.map(\.value) + $0 })
    }
}
