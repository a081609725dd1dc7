import BoardCore
import BoardProtocol
import Testing

@testable import BoardServer

@Suite("What the hub knows of a live thread")
struct LiveThreadTests {
    private func thread(joinedAt seq: Int64? = nil) -> LiveThread {
        let thread = LiveThread(id: Samples.thread)
        if let seq {
            thread.pins = 1
            thread.begin(at: seq)
        }
        return thread
    }

    // MARK: Changes of this process

    @Test("A change that continues is taken, in order")
    func continues() {
        let thread = thread(joinedAt: 9)
        for seq in 10...12 as ClosedRange<Int64> { #expect(thread.accept(Samples.change(seq)) == .taken) }
        #expect(thread.seq == 12)
        #expect(thread.changes(after: 9)?.map(\.change.seq) == [10, 11, 12])
        #expect(thread.changes(after: 11)?.map(\.change.seq) == [12])
        #expect(thread.changes(after: 12)?.isEmpty == true)
    }

    @Test("One that is known already is old, and changes nothing")
    func old() {
        let thread = thread(joinedAt: 9)
        #expect(thread.accept(Samples.change(10, posts: 5)) == .taken)
        #expect(thread.accept(Samples.change(10, posts: 77)) == .old)
        #expect(thread.accept(Samples.change(3, posts: 77)) == .old)
        #expect(thread.numbers?.postCount == 5)
        #expect(thread.changes(after: 9)?.count == 1)
    }

    @Test("One that leaves something out is a gap: it is known that something has to be read")
    func gap() {
        let thread = thread(joinedAt: 9)
        #expect(thread.accept(Samples.change(12, posts: 7)) == .gap)
        #expect(thread.seq == 9)
        #expect(thread.isBehind)
        #expect(thread.wanted == 12)
        #expect(thread.changes(after: 9)?.isEmpty == true)
        // The counts need no order: the newest is good for those who watch.
        #expect(thread.numbers?.postCount == 7)
        #expect(thread.numbersSeq == 12)
    }

    @Test("Nobody joined: only the newest numbers are kept")
    func watchedOnly() {
        let thread = thread()
        #expect(thread.accept(Samples.change(5, posts: 5)) == .taken)
        #expect(thread.accept(Samples.change(9, posts: 9)) == .taken)
        #expect(thread.accept(Samples.change(7, posts: 7)) == .taken)
        #expect(thread.numbers?.postCount == 9)
        #expect(thread.numbersSeq == 9)
        #expect(thread.seq == nil)
        #expect(thread.changes(after: 0) == nil)
    }

    @Test("While somebody joins, changes are kept from the first one on")
    func whileJoining() {
        let thread = thread()
        thread.pins = 1
        #expect(thread.accept(Samples.change(5)) == .taken)
        #expect(thread.seq == 5)
        #expect(thread.changes(after: 4)?.map(\.change.seq) == [5])
        #expect(thread.changes(after: 3) == nil)
    }

    @Test("Each change has its bytes, made once; a change of the thread itself has none")
    func bytes() throws {
        let thread = thread(joinedAt: 9)
        _ = thread.accept(Samples.change(10))
        _ = thread.accept(Samples.change(11, .likes(PostID(rawValue: 110), 2)))
        _ = thread.accept(Samples.change(12, .thread(Samples.summary(seq: 12))))
        let told = try #require(thread.changes(after: 9))
        let post = try JSONCoding.decode(PostState.self, from: told[0].bytes)
        #expect(post == .live(Samples.post(seq: 10)))
        let likes = try JSONCoding.decode(PostState.self, from: told[1].bytes)
        #expect(likes == .likes(id: PostID(rawValue: 110), threadId: Samples.thread, likeCount: 2, seq: 11))
        #expect(told[2].bytes.isEmpty)
    }

    // MARK: The thread itself

    @Test("A new or changed thread is a head to tell of, with the newest numbers")
    func head() {
        let thread = thread()
        _ = thread.accept(Samples.change(5, .thread(Samples.summary(seq: 5, title: "New")), posts: 0))
        #expect(thread.headIsNew)
        #expect(thread.head?.title == "New")
        _ = thread.accept(Samples.change(6, posts: 1))
        #expect(thread.head?.postCount == 1)
        #expect(thread.head?.seq == 6)
    }

    @Test("A deleted thread is deleted until it is restored")
    func deletion() {
        let thread = thread()
        _ = thread.accept(Samples.change(5, .threadDeleted))
        #expect(thread.isDeleted)
        _ = thread.accept(Samples.change(6, .thread(Samples.summary(seq: 6))))
        #expect(!thread.isDeleted)
        #expect(thread.headIsNew)
    }

    @Test("A state that was read counts only when it is newer")
    func state() {
        let thread = thread()
        // As somebody who watches read it: what the thread itself was by then is known to them.
        thread.accept(Samples.numbers(posts: 5), at: 5)
        thread.accept(
            state: Samples.change(4, .thread(Samples.summary(seq: 4)), posts: 1), headSeq: 4, changed: nil)
        #expect(thread.numbers?.postCount == 5 && !thread.headIsNew)
        thread.accept(
            state: Samples.change(8, .thread(Samples.summary(seq: 8)), posts: 8), headSeq: 4, changed: nil)
        #expect(thread.numbers?.postCount == 8 && !thread.headIsNew)
        thread.accept(
            state: Samples.change(9, .thread(Samples.summary(seq: 9)), posts: 9), headSeq: 9, changed: nil)
        #expect(thread.headIsNew)
    }

    // MARK: What is kept

    @Test("The tail is cut, and who is behind it has to read")
    func tail() {
        let thread = thread(joinedAt: 0)
        for seq in 1...5_000 as ClosedRange<Int64> { _ = thread.accept(Samples.change(seq)) }
        #expect(thread.tail.count <= 2_049)
        #expect(thread.changes(after: 0) == nil)
        #expect(thread.changes(after: thread.tailStart - 1) == nil)
        #expect(thread.changes(after: thread.tailStart)?.first?.change.seq == thread.tailStart + 1)
        #expect(thread.changes(after: 4_999)?.map(\.change.seq) == [5_000])
    }

    @Test("Large changes cut it sooner")
    func heavyTail() {
        let thread = thread(joinedAt: 0)
        let body = String(repeating: "x", count: 10_000)
        for seq in 1...200 as ClosedRange<Int64> {
            _ = thread.accept(Samples.change(seq, .post(Samples.post(seq: seq, body: body))))
        }
        #expect(thread.tail.reduce(0) { $0 + $1.bytes.count } <= 1_100_000)
        #expect(thread.changes(after: 0) == nil)
        #expect(thread.changes(after: 199)?.count == 1)
    }

    @Test("When the last one leaves, the changes are forgotten and the numbers stay")
    func forget() {
        let thread = thread(joinedAt: 0)
        _ = thread.accept(Samples.change(1))
        thread.forgetTail()
        #expect(thread.seq == nil)
        #expect(thread.changes(after: 0) == nil)
        #expect(thread.numbers != nil)
    }

    @Test("An entry is unused when nobody joined, watches, or is about to")
    func unused() {
        let thread = thread()
        #expect(thread.isUnused)
        thread.pins = 1
        #expect(!thread.isUnused)
    }

    // MARK: Hidden counts

    @Test("Guests, and members without blocks, miss nothing")
    func nothingHidden() {
        #expect(thread().hiddenCount(for: nil) == 0)
        #expect(thread().hiddenCount(for: Samples.presence()) == 0)
    }

    @Test("A member with blocks has to be read for first; then changes keep the count right")
    func hidden() {
        let thread = thread(joinedAt: 9)
        let presence = Samples.presence(blocking: [Samples.ben])
        #expect(thread.hiddenCount(for: presence) == nil)
        thread.count([Samples.ben: 3], for: presence, at: 9)
        #expect(thread.hiddenCount(for: presence) == 3)
        _ = thread.accept(Samples.change(10, tally: AuthorPosts(author: Samples.ben, count: 4)))
        #expect(thread.hiddenCount(for: presence) == 4)
        _ = thread.accept(Samples.change(11, tally: AuthorPosts(author: Samples.aki, count: 9)))
        #expect(thread.hiddenCount(for: presence) == 4)
    }

    @Test("A change of another process, of which only the numbers are known, is read before a count is told")
    func missed() {
        let thread = thread()
        thread.accept(Samples.numbers(posts: 4), at: 9)
        let presence = Samples.presence(blocking: [Samples.ben])
        thread.count([Samples.ben: 0], for: presence, at: 9)
        #expect(thread.accept(Samples.change(11)) == .gap)
        #expect(thread.isBehind && thread.hiddenCount(for: presence) == nil)
        let state = Samples.change(11, .thread(Samples.summary(seq: 11)))
        thread.accept(state: state, headSeq: 1, changed: [AuthorPosts(author: Samples.ben, count: 1)])
        #expect(!thread.isBehind && thread.hiddenCount(for: presence) == 1)
    }

    @Test("The count is the same sum whether few or many are blocked")
    func sums() {
        let thread = thread(joinedAt: 9)
        let others = (10..<40).map { AccountID(rawValue: $0) }
        let many = Samples.presence(blocking: Set(others).union([Samples.ben]))
        let few = Samples.presence(Samples.ben, blocking: [others[0]])
        thread.count([Samples.ben: 3, others[0]: 2], for: many, at: 9)
        thread.count([others[0]: 2], for: few, at: 9)
        #expect(thread.hiddenCount(for: many) == 5)
        #expect(thread.hiddenCount(for: few) == 2)
    }
}
