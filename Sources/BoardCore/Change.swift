public import BoardProtocol
public import BoardSQL

/// The numbers of a thread after a change.
public struct ThreadNumbers: Sendable, Equatable {
    public var postCount: Int64
    public var likeCount: Int64
    public var lastPostAt: Timestamp?
    /// By whom the thread is, for those who block them.
    public var author: AccountID?

    public init(postCount: Int64, likeCount: Int64, lastPostAt: Timestamp?, author: AccountID?) {
        self.postCount = postCount
        self.likeCount = likeCount
        self.lastPostAt = lastPostAt
        self.author = author
    }

    /// From a row of `counts_read`, or any with a thread's columns.
    public init(row: Row) {
        self.init(
            postCount: row.int64("post_count"), likeCount: row.int64("like_count"),
            lastPostAt: row.timestampIfAny("last_post_ms"),
            author: row.int64IfAny("by_id").map(AccountID.init(rawValue:)))
    }
}

/// How many live posts an author has in a thread after a change: what hidden counts are sums of.
public struct AuthorPosts: Sendable, Equatable {
    public var author: AccountID
    public var count: Int64

    public init(author: AccountID, count: Int64) {
        self.author = author
        self.count = count
    }

    /// Those of a row with two lists of equal length.
    public static func all(in row: Row) -> [AuthorPosts] {
        zip(row.int64s("authors"), row.int64s("live_posts")).map { author, count in
            AuthorPosts(author: AccountID(rawValue: author), count: count)
        }
    }
}

/// One committed change of a thread, as the hub tells it.
///
/// Only outcomes and catch-up reads make them.
public struct Change: Sendable {
    public enum What: Sendable, Equatable {
        case post(Post)
        case likes(PostID, Int64)
        case postDeleted(PostID)
        /// Title, category, locked, pinned or author; or a thread that is new or back.
        case thread(ThreadSummary)
        case threadDeleted
    }

    public var threadId: ThreadID
    /// The thread's number at this change.
    public var seq: Int64
    public var what: What
    /// By whom the post is; nil where it is nobody's, or the change is of the thread.
    public var author: AccountID?
    public var numbers: ThreadNumbers
    public var tally: AuthorPosts?

    /// A post as it is now, from a row that has the post's columns and its thread's.
    static func post(_ row: Row) -> Change {
        if row.bool("deleted") { return deletion(row) }
        return Change(row, .post(Post(live: row)))
    }

    static func likes(_ row: Row) -> Change {
        if row.bool("deleted") { return deletion(row) }
        return Change(row, .likes(PostID(rawValue: row.int64("id")), row.int64("like_count")))
    }

    static func deletion(_ row: Row) -> Change {
        Change(row, .postDeleted(PostID(rawValue: row.int64("id"))))
    }

    /// The thread itself, from a row with a thread's columns.
    public static func thread(_ row: Row) -> Change {
        let summary = ThreadSummary(live: row)
        return Change(
            threadId: summary.id, seq: summary.seq,
            what: row.bool("deleted") ? .threadDeleted : .thread(summary),
            author: nil,
            numbers: ThreadNumbers(row: row),
            tally: nil)
    }

    public init(
        threadId: ThreadID, seq: Int64, what: What, author: AccountID? = nil, numbers: ThreadNumbers,
        tally: AuthorPosts? = nil
    ) {
        self.threadId = threadId
        self.seq = seq
        self.what = what
        self.author = author
        self.numbers = numbers
        self.tally = tally
    }

    private init(_ row: Row, _ what: What) {
        let author = row.int64IfAny("by_id").map(AccountID.init(rawValue:))
        let tallied = row.has("tally_id") ? row.int64IfAny("tally_id").map(AccountID.init(rawValue:)) : author
        self.init(
            threadId: ThreadID(rawValue: row.int64("thread_id")), seq: row.int64("seq"), what: what,
            author: author,
            numbers: ThreadNumbers(
                postCount: row.int64("t_post_count"), likeCount: row.int64("t_like_count"),
                lastPostAt: row.timestampIfAny("t_last_post_ms"),
                author: row.int64IfAny("t_by_id").map(AccountID.init(rawValue:))),
            tally: tallied.flatMap { author in
                row.int64IfAny("author_posts").map { AuthorPosts(author: author, count: $0) }
            })
    }
}
