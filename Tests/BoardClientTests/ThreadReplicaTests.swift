import BoardProtocol
import Testing

@Suite("A replica is a snapshot plus what changed since")
struct ThreadReplicaTests {
    private static let thread = ThreadID(rawValue: 1)
    private static let aki = Author(id: AccountID(rawValue: 10), name: "aki")
    private static let ben = Author(id: AccountID(rawValue: 11), name: "ben")

    private func post(
        _ id: Int64, seq: Int64, body: String = "", by author: Author = aki, likes: Int64 = 0,
        liked: Maybe<Bool> = .missing
    ) -> Post {
        Post(
            id: PostID(rawValue: id), threadId: Self.thread, title: nil, body: body, author: author,
            replyTo: nil,
            likeCount: likes, liked: liked, createdAt: Timestamp(milliseconds: id), editedAt: nil, meta: nil,
            seq: seq)
    }

    private func summary(seq: Int64, title: String = "Ramen", can: Maybe<Permissions> = .missing)
        -> ThreadSummary
    {
        ThreadSummary(
            id: Self.thread, title: title, category: nil, author: Self.aki,
            createdAt: Timestamp(milliseconds: 0),
            lastPostAt: nil, postCount: 0, hiddenCount: can.isMissing ? .missing : .value(1), likeCount: 0,
            unread: can.isMissing ? .missing : .value(2), seq: seq, locked: false, pinned: false, meta: nil,
            can: can)
    }

    private func joined(at seq: Int64, _ posts: [Post] = []) -> ThreadReplica {
        var replica = ThreadReplica(threadId: Self.thread)
        let outcome = replica.apply(reply(seq, count: Int64(posts.count)))
        #expect(outcome == .applied)
        replica.apply(page(posts, seq: seq))
        return replica
    }

    private func reply(
        _ seq: Int64, count: Int64 = 0, hidden: Int64 = 0, _ changes: [PostState] = [],
        reset: Maybe<Bool> = .missing,
        thread: Maybe<ThreadState> = .missing
    ) -> JoinThread.Reply {
        JoinThread.Reply(
            seq: seq, postCount: count, hiddenCount: hidden, changes: changes, complete: true, reset: reset,
            thread: thread)
    }

    private func page(_ posts: [Post], seq: Int64) -> ListPosts.Reply {
        ListPosts.Reply(
            posts: posts, nextCursor: nil, postCount: Int64(posts.count), hiddenCount: 0, seq: seq)
    }

    private func message(
        _ from: Int64, _ seq: Int64, count: Int64 = 0, hidden: Maybe<Int64> = .missing,
        _ changes: [PostState] = [],
        thread: Maybe<ThreadState> = .missing
    ) -> ThreadChanged {
        ThreadChanged(
            threadId: Self.thread, from: from, seq: seq, postCount: count, hiddenCount: hidden,
            changes: changes,
            thread: thread)
    }

    private func id(_ number: Int64) -> PostID { PostID(rawValue: number) }

    // MARK: Continuity

    @Test("A message that continues what is held moves it on")
    func continues() {
        var replica = joined(at: 5)
        #expect(
            replica.apply(message(5, 7, count: 1, hidden: .value(1), [.live(post(1, seq: 7))])) == .applied)
        #expect(replica.since == 7 && replica.postCount == 1 && replica.hiddenCount == 1)
        #expect(replica.posts.keys.map(\.rawValue) == [1])
    }

    @Test("Where something is missing between, nothing is taken")
    func gap() {
        var replica = joined(at: 5)
        let before = replica
        #expect(replica.apply(message(6, 7, count: 1, [.live(post(1, seq: 7))])) == .gap)
        #expect(replica == before)
        var fresh = ThreadReplica(threadId: Self.thread)
        #expect(fresh.apply(message(0, 7)) == .gap)
    }

    @Test("An empty message moves the number on, so that hidden never looks like lost")
    func hidden() {
        var replica = joined(at: 5)
        #expect(replica.apply(message(5, 6, count: 1, hidden: .value(1))) == .applied)
        #expect(
            replica.apply(message(6, 7, count: 2, hidden: .value(1), [.live(post(2, seq: 7))])) == .applied)
        #expect(replica.since == 7)
    }

    @Test("A message from before the join brings nothing back")
    func stale() {
        var replica = joined(at: 5, [post(1, seq: 5, body: "new")])
        let before = replica
        #expect(replica.apply(message(3, 4, count: 9, [.live(post(1, seq: 4, body: "old"))])) == .applied)
        #expect(replica == before)
    }

    @Test("A block moves the hidden count and no number")
    func blockCounts() {
        var replica = joined(at: 5, [post(1, seq: 5, by: Self.ben)])
        replica.hide(AccountID(rawValue: 11))
        #expect(replica.posts.isEmpty)
        #expect(replica.apply(message(5, 5, count: 1, hidden: .value(1))) == .applied)
        #expect(replica.since == 5 && replica.hiddenCount == 1)
        #expect(replica.apply(message(5, 5, count: 1)) == .applied)
        #expect(replica.hiddenCount == 0, "left out means none")
    }

    // MARK: Posts

    @Test("A tombstone takes a post off; a restored one comes back")
    func tombstones() {
        var replica = joined(at: 5, [post(1, seq: 4), post(2, seq: 5)])
        #expect(
            replica.apply(message(5, 6, count: 1, [.deleted(id: id(1), threadId: Self.thread, seq: 6)]))
                == .applied)
        #expect(replica.posts.keys.map(\.rawValue) == [2] && replica.postCount == 1)
        #expect(replica.apply(message(6, 7, count: 2, [.live(post(1, seq: 7))])) == .applied)
        #expect(replica.posts.count == 2)
        #expect(
            replica.apply(message(7, 8, count: 2, [.deleted(id: id(99), threadId: Self.thread, seq: 8)]))
                == .applied,
            "of a post that was never read")
    }

    @Test("A like moves the number alone; one of a post that is not held makes no post")
    func likes() {
        var replica = joined(at: 5, [post(1, seq: 5, body: "kept")])
        let changes: [PostState] = [
            .likes(id: id(1), threadId: Self.thread, likeCount: 3, seq: 6),
            .likes(id: id(2), threadId: Self.thread, likeCount: 1, seq: 7),
        ]
        #expect(replica.apply(message(5, 7, count: 2, changes)) == .applied)
        #expect(replica.posts == [id(1): post(1, seq: 6, body: "kept", likes: 3, liked: .missing)])
        #expect(replica.since == 7)
    }

    @Test("The viewer's own members stay; a post new to the client counts as not liked")
    func ownMembers() {
        var replica = joined(at: 5, [post(1, seq: 5, liked: .value(true))])
        replica.apply(summary(seq: 5, can: .value(.init(post: .ok))))
        _ = replica.apply(
            message(
                5, 7, count: 2, [.live(post(1, seq: 6, body: "edited")), .live(post(2, seq: 7))],
                thread: .value(.live(summary(seq: 7, title: "Soba")))))
        #expect(replica.posts[id(1)] == post(1, seq: 6, body: "edited", liked: .value(true)))
        #expect(replica.posts[id(2)]?.liked == .value(false))
        #expect(replica.thread?.title == "Soba" && replica.thread?.seq == 7)
        #expect(replica.thread?.can.value?.post == .ok && replica.thread?.unread == .value(2))
        #expect(replica.thread?.hiddenCount == .value(0) && replica.hiddenCount == 0)
    }

    // MARK: Pages

    @Test("A page adds what is not held and replaces what is older, never what is newer")
    func pages() {
        var replica = joined(at: 9, [post(1, seq: 8, body: "newer"), post(2, seq: 3, body: "older")])
        replica.apply(
            page([post(1, seq: 4, body: "stale"), post(2, seq: 9, body: "fresh"), post(3, seq: 2)], seq: 9))
        #expect(replica.posts[id(1)]?.body == "newer" && replica.posts[id(2)]?.body == "fresh")
        #expect(replica.posts.count == 3 && replica.since == 9)
    }

    @Test("The thread as it was read never goes back")
    func threadReadings() {
        var replica = joined(at: 5)
        replica.apply(summary(seq: 5, title: "new"))
        replica.apply(summary(seq: 4, title: "old"))
        #expect(replica.thread?.title == "new")
    }

    @Test("A page read before a deletion does not bring the post back when it comes after it")
    func lateTombstone() {
        var replica = joined(at: 8)
        _ = replica.apply(message(8, 9, [.deleted(id: id(1), threadId: Self.thread, seq: 9)]))
        #expect(replica.apply(page([post(1, seq: 3)], seq: 8)) == .gap)
        #expect(replica.since == 8)
        _ = replica.apply(reply(9, count: 0, [.deleted(id: id(1), threadId: Self.thread, seq: 9)]))
        #expect(replica.posts.isEmpty)
    }

    @Test("A page read before a like does not lose it when it comes after it")
    func lateLike() {
        var replica = joined(at: 8)
        _ = replica.apply(
            message(8, 9, count: 1, [.likes(id: id(1), threadId: Self.thread, likeCount: 4, seq: 9)]))
        #expect(replica.apply(page([post(1, seq: 3, likes: 3)], seq: 8)) == .gap)
        _ = replica.apply(reply(9, count: 1, [.live(post(1, seq: 9, likes: 4))]))
        #expect(replica.posts[id(1)]?.likeCount == 4)
    }

    @Test("A page read after a change is not undone when the change comes after it")
    func earlyPage() {
        var replica = joined(at: 5)
        replica.apply(page([post(1, seq: 8, body: "third", likes: 2)], seq: 8))
        _ = replica.apply(message(5, 7, count: 1, [.live(post(1, seq: 7, body: "second", likes: 1))]))
        #expect(replica.posts[id(1)]?.seq == 8)
        _ = replica.apply(message(7, 8, count: 1, [.live(post(1, seq: 8, body: "third", likes: 2))]))
        #expect(replica.posts[id(1)]?.body == "third")
    }

    // MARK: Coming back, and the end

    @Test("Coming back, the reply holds what was missed")
    func catchUp() {
        var replica = joined(at: 5, [post(1, seq: 4, liked: .value(true)), post(2, seq: 5)])
        replica.apply(summary(seq: 5))
        let missed: [PostState] = [
            .deleted(id: id(2), threadId: Self.thread, seq: 6), .live(post(3, seq: 8)),
            .live(post(1, seq: 9, likes: 2)),
        ]
        #expect(
            replica.apply(
                reply(9, count: 2, hidden: 1, missed, thread: .value(.live(summary(seq: 9, title: "Soba")))))
                == .applied)
        #expect(replica.posts.keys.sorted() == [id(1), id(3)])
        #expect(replica.posts[id(1)]?.likeCount == 2 && replica.posts[id(1)]?.liked == .value(true))
        #expect(replica.since == 9 && replica.postCount == 2 && replica.hiddenCount == 1)
        #expect(replica.thread?.title == "Soba" && replica.thread?.postCount == 2)
    }

    @Test("A reset empties the replica, which then stands at the reply's number")
    func reset() {
        var replica = joined(at: 50, [post(1, seq: 4)])
        replica.apply(summary(seq: 50))
        #expect(replica.apply(reply(7, count: 3, reset: .value(true))) == .reset)
        #expect(replica.posts.isEmpty && replica.thread == nil)
        #expect(replica.since == 7 && replica.postCount == 3)
        #expect(replica.apply(message(7, 8, count: 4, [.live(post(9, seq: 8))])) == .applied)
    }

    @Test("The thread's deletion ends it, live or on coming back")
    func deletion() {
        let gone = ThreadState.deleted(id: Self.thread, seq: 6)
        var live = joined(at: 5, [post(1, seq: 5)])
        #expect(live.apply(message(5, 6, thread: .value(gone))) == .ended)
        #expect(live.isDeleted && live.posts.isEmpty)
        var back = joined(at: 5, [post(1, seq: 5)])
        #expect(back.apply(reply(6, thread: .value(gone))) == .ended)
        #expect(back.isDeleted)
    }

    @Test("A thread that was restored goes on when it is joined again")
    func restored() {
        var replica = joined(at: 5)
        _ = replica.apply(message(5, 6, thread: .value(.deleted(id: Self.thread, seq: 6))))
        let outcome = replica.apply(
            reply(7, count: 1, [.live(post(1, seq: 7))], thread: .value(.live(summary(seq: 7)))))
        #expect(outcome == .applied)
        #expect(!replica.isDeleted)
    }
}
