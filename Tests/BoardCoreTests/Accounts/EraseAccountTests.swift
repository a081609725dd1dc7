import BoardCore
import BoardProtocol
import BoardSQL
import Testing

@Suite("Dealing with what a deleted account left, step by step")
struct EraseAccountTests {
    private let erasing = EraseAccount(account: AccountID(rawValue: 7))

    @Test("Begins with a plan of what is next")
    func begins() {
        #expect(erasing.plan.statement == .accountErasePlan)
        #expect(erasing.plan.values == [.int(7)])
    }

    @Test(
        "A plan leads to the step for its kind, which holds the threads of its rows",
        arguments: [
            ("like", Statement.accountEraseLikes), ("post", .accountErasePosts),
            ("thread", .accountEraseThreads),
        ])
    func step(_ kind: String, _ statement: Statement) throws {
        let rows = Rows(
            ["kind", "id", "thread_id"], [[kind, "5", "30"], [kind, "6", "10"], [kind, "9", "30"]])
        let outcome = try erasing.outcome(of: Array(rows))
        let next = try #require(outcome.next)
        #expect(next.statement == statement)
        #expect(next.values == [.int(7), .array([.int(5), .int(6), .int(9)])])
        #expect(next.holding == .threads([ThreadID(rawValue: 10), ThreadID(rawValue: 30)]))
        #expect(outcome.changes.isEmpty && outcome.effects.isEmpty)
    }

    @Test("Blocks are of no thread")
    func blocks() throws {
        let rows = Rows(["kind", "id", "thread_id"], [["block", "5", nil]])
        let next = try #require(try erasing.outcome(of: Array(rows)).next)
        #expect(next.statement == .accountEraseBlocks)
        #expect(next.holding == .nothing)
    }

    @Test("Where nothing is left, the account is done with, and that is the end")
    func ends() throws {
        let plan = Rows(["kind", "id", "thread_id"], [[nil, nil, nil]])
        let next = try #require(try erasing.outcome(of: Array(plan)).next)
        #expect(next.statement == .accountEraseDone)
        let end = try erasing.outcome(of: Array(Rows(["done": "t"])))
        #expect(end.next?.statement == nil)
    }

    @Test("A step that found nothing any more leads to the next plan")
    func emptyStep() throws {
        #expect(try erasing.outcome(of: []).next?.statement == .accountErasePlan)
    }

    @Test("Members whose blocks went are looked at again")
    func blockers() throws {
        let rows = Rows(
            ["member_id", "blocked_id", "blocks_version", "told"],
            [["3", "7", "2", "1"], ["4", "7", "9", "1"]])
        let outcome = try erasing.outcome(of: Array(rows))
        let members = outcome.effects.compactMap { effect -> Int64? in
            guard case .accountChanged(let account) = effect else { return nil }
            return account.rawValue
        }
        #expect(members == [3, 4])
        #expect(outcome.next?.statement == .accountErasePlan)
    }

    @Test("A lost like is a change of its post's likes, a deleted post's of a deletion")
    func likes() throws {
        let rows = Rows(
            [
                "id", "thread_id", "by_id", "like_count", "seq", "deleted", "t_post_count", "t_like_count",
                "t_last_post_ms", "t_by_id", "author_posts",
            ],
            [
                ["5", "30", "2", "1", "12", "f", "4", "6", "1700000000000", "2", "3"],
                ["6", "30", "2", "0", "13", "t", "4", "6", "1700000000000", "2", "3"],
            ])
        let outcome = try erasing.outcome(of: Array(rows))
        #expect(
            outcome.changes.map(\.what)
                == [.likes(PostID(rawValue: 5), 1), .postDeleted(PostID(rawValue: 6))])
        #expect(outcome.changes.map(\.seq) == [12, 13])
        #expect(outcome.next?.statement == .accountErasePlan)
    }

    @Test("A post whose author is nobody still counts down the author's live posts")
    func posts() throws {
        let rows = Rows([
            "id": "5", "thread_id": "30", "title": nil, "body": "hello", "by_id": nil, "author_name": nil,
            "reply_to": nil, "like_count": "1", "created_ms": "1700000000000", "edited_ms": nil, "meta": nil,
            "seq": "12", "deleted": "f", "t_seq": "12", "t_post_count": "4", "t_like_count": "6",
            "t_last_post_ms": "1700000000000", "t_by_id": nil, "tally_id": "7", "author_posts": "0",
        ])
        let change = try #require(try erasing.outcome(of: Array(rows)).changes.first)
        guard case .post(let post) = change.what else {
            Issue.record("a change of the post")
            return
        }
        #expect(post.author == .deleted)
        #expect(change.author == nil)
        #expect(change.tally == AuthorPosts(author: AccountID(rawValue: 7), count: 0))
    }

    @Test("A thread whose author is nobody is a change of the thread")
    func threads() throws {
        let rows = Rows([
            "id": "30", "title": "t", "category": nil, "by_id": nil, "author_name": nil,
            "created_ms": "1700000000000", "last_post_ms": nil, "post_count": "4", "like_count": "6",
            "seq": "9",
            "locked": "f", "pinned": "f", "meta": nil, "deleted": "f",
        ])
        let change = try #require(try erasing.outcome(of: Array(rows)).changes.first)
        guard case .thread(let thread) = change.what else {
            Issue.record("a change of the thread")
            return
        }
        #expect(thread.author == .deleted)
        #expect(change.seq == 9)
    }
}
