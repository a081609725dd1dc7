import BoardCore
import BoardProtocol
import BoardSQL

@testable import BoardServer

/// Changes of one thread as commits return them, for tests of what the hub makes of them.
enum Samples {
    static let thread = ThreadID(rawValue: 30)
    static let aki = AccountID(rawValue: 3)
    static let ben = AccountID(rawValue: 4)
    static let time = Timestamp(milliseconds: 1_700_000_000_123)

    static func numbers(posts: Int64 = 4, likes: Int64 = 6) -> ThreadNumbers {
        ThreadNumbers(postCount: posts, likeCount: likes, lastPostAt: time, author: aki)
    }

    static func post(seq: Int64, body: String = "hello", title: String? = nil, meta: JSON? = nil) -> Post {
        Post(
            id: PostID(rawValue: 100 + seq), threadId: thread, title: title, body: body,
            author: Author(id: ben, name: "ben"), replyTo: nil, likeCount: 0, liked: .missing,
            createdAt: time,
            editedAt: nil, meta: meta, seq: seq)
    }

    static func summary(seq: Int64, title: String = "Ramen", meta: JSON? = nil) -> ThreadSummary {
        ThreadSummary(
            id: thread, title: title, category: "food", author: Author(id: aki, name: "aki"), createdAt: time,
            lastPostAt: nil, postCount: 4, likeCount: 6, seq: seq, locked: false, pinned: true, meta: meta)
    }

    static func change(
        _ seq: Int64, _ what: Change.What? = nil, posts: Int64 = 4, tally: AuthorPosts? = nil
    ) -> Change {
        Change(
            threadId: thread, seq: seq, what: what ?? .post(post(seq: seq)), author: ben,
            numbers: numbers(posts: posts), tally: tally)
    }

    /// A member who blocks these authors.
    static func presence(_ id: AccountID = aki, blocking blocks: Set<AccountID> = []) -> Presence {
        let columns = [
            "id", "name", "role", "created_ms", "blocks_version", "blocks", "acting", "suspended_ms",
        ]
        let list = blocks.map(\.description).joined(separator: ",")
        let cells = ["\(id)", "x", "member", "0", "5", "{\(list)}", "t", ""]
        var bytes: [UInt8] = []
        var spans: [Int32] = []
        for cell in cells {
            spans.append(Int32(bytes.count))
            bytes += cell.utf8
            spans.append(Int32(bytes.count))
        }
        return Presence(MemberState(row: Rows(columns: columns, count: 1, bytes: bytes, spans: spans)[0]))
    }
}

extension LiveThread {
    /// As if the posts of those whom the member blocks had been counted.
    func count(_ posts: [AccountID: Int64], for presence: Presence, at seq: Int64) {
        tallies.beginReading(presence.blocks.sorted())
        let read = posts.map { AuthorPosts(author: $0.key, count: $0.value) }
        tallies.endReading(read, at: seq, of: presence.id)
    }
}
