import BoardCore
import BoardProtocol
import Testing

@testable import BoardServer

@Suite("What hidden counts are sums of is never behind the number that it is told with")
struct AuthorTalliesTests {
    private let member = AccountID(rawValue: 1)
    private let blocked = AccountID(rawValue: 2)
    private let other = AccountID(rawValue: 3)
    private var tallies = AuthorTallies()

    init() { tallies.lose(upTo: 3) }

    private func change(_ seq: Int64, by author: AccountID, posts: Int64) -> Change {
        Change(
            threadId: ThreadID(rawValue: 1), seq: seq,
            what: .postDeleted(PostID(rawValue: seq)), author: author,
            numbers: ThreadNumbers(postCount: 0, likeCount: 0, lastPostAt: nil, author: nil),
            tally: AuthorPosts(author: author, count: posts))
    }

    private mutating func read(_ posts: Int64, at seq: Int64) {
        tallies.endReading([AuthorPosts(author: blocked, count: posts)], at: seq, of: member)
    }

    private func hidden(at seq: Int64) -> Int64? {
        tallies.hidden(from: member, blocking: [blocked], at: seq)
    }

    @Test("What the blocked author writes while the counts are being read counts too")
    mutating func changeDuringReading() {
        tallies.beginReading([blocked])
        tallies.take(change(4, by: blocked, posts: 1))
        read(0, at: 3)
        #expect(hidden(at: 4) == 1)
    }

    @Test("A reading that was faster than the change leaves the newer count")
    mutating func readingAhead() {
        tallies.beginReading([blocked])
        read(2, at: 5)
        #expect(hidden(at: 4) == nil)
        tallies.take(change(4, by: blocked, posts: 1))
        tallies.take(change(5, by: blocked, posts: 2))
        #expect(hidden(at: 5) == 2)
    }

    @Test("A change that was missed leaves nothing to tell until what it was has been read")
    mutating func hole() {
        tallies.beginReading([blocked])
        read(0, at: 3)
        tallies.take(change(5, by: other, posts: 1))
        #expect(hidden(at: 5) == nil)
        tallies.take([AuthorPosts(author: blocked, count: 1)], upTo: 5)
        #expect(hidden(at: 5) == 1)
    }

    @Test("Where what was missed cannot be read, all is read anew, and an older reading is of no use")
    mutating func lost() {
        tallies.beginReading([blocked])
        read(0, at: 3)
        tallies.beginReading([blocked])
        tallies.lose(upTo: 5)
        #expect(hidden(at: 5) == nil)
        read(0, at: 4)
        #expect(hidden(at: 5) == nil && !tallies.areNeeded)
        tallies.beginReading([blocked])
        read(1, at: 5)
        #expect(hidden(at: 5) == 1)
    }

    @Test("A member who blocks others by now, or is gone, is counted for anew")
    mutating func forgotten() {
        tallies.beginReading([blocked])
        read(1, at: 3)
        #expect(hidden(at: 3) == 1)
        tallies.forget(member)
        #expect(hidden(at: 3) == nil && !tallies.areNeeded)
    }
}
