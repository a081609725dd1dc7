public import BoardProtocol
public import BoardSQL

/// What `thread_changes` says of a thread after some number: the thread as it is now, and its posts changed since.
public struct CatchUp: Sendable {
    public let thread: ThreadSummary
    public let threadSeq: Int64
    /// The number of the last change of the thread itself.
    public let headSeq: Int64
    public let isDeleted: Bool
    public let numbers: ThreadNumbers
    /// Of the viewer that was asked for.
    public let hiddenCount: Int64
    public let blocksVersion: Int64
    /// Oldest change first.
    public let changes: [Change]
    private let blocked: Set<PostID>

    public var postCount: Int64 { numbers.postCount }

    /// Nil where there never was such a thread.
    ///
    /// - Parameter since: of a live message: a post of which only the likes moved after this number comes as its likes
    ///   alone. Nil gives every post in its whole state.
    public init?(_ rows: Rows, likesAfter since: Int64? = nil) {
        guard let row = rows.first else { return nil }
        numbers = ThreadNumbers(
            postCount: row.int64("t_post_count"), likeCount: row.int64("t_like_count"),
            lastPostAt: row.timestampIfAny("t_last_post_ms"),
            author: row.int64IfAny("t_by_id").map(AccountID.init(rawValue:)))
        threadSeq = row.int64("t_seq")
        headSeq = row.int64("t_head_seq")
        isDeleted = row.bool("t_deleted")
        hiddenCount = row.int64("hidden_count")
        blocksVersion = row.int64("blocks_version")
        thread = ThreadSummary(
            id: ThreadID(rawValue: row.int64("t_id")), title: row.text("t_title"),
            category: row.textIfAny("t_category"),
            author: Author(row: row, id: "t_by_id", name: "t_author_name"),
            createdAt: row.timestamp("t_created_ms"),
            lastPostAt: numbers.lastPostAt, postCount: numbers.postCount, likeCount: numbers.likeCount,
            seq: threadSeq,
            locked: row.bool("t_locked"), pinned: row.bool("t_pinned"), meta: row.meta("t_meta"))
        let posts = rows.filter { !$0.isNull("id") }
        changes = posts.map { row in
            guard let since, row.int64("content_seq") <= since else { return .post(row) }
            return .likes(row)
        }
        blocked = Set(posts.filter { $0.bool("blocked") }.map { PostID(rawValue: $0.int64("id")) })
    }

    /// Whether the viewer that was asked for blocks the post's author.
    public func isBlocked(_ change: Change) -> Bool {
        change.postId.map(blocked.contains) ?? false
    }

    /// Whether the thread itself changed between two numbers: then the message that spans them has it.
    public func hasNewHead(after since: Int64, upTo reached: Int64) -> Bool {
        headSeq > since && headSeq <= reached
    }

    /// As many of the changes as one message takes, and how far they bring a client.
    public func part(after since: Int64) -> (changes: [Change], seq: Int64, isWhole: Bool) {
        var bytes = 0
        for (index, change) in changes.enumerated() {
            bytes += change.weight
            if index == Limits.changes || (bytes > Limits.pageBytes && index > 0) {
                return (Array(changes[..<index]), changes[index - 1].seq, false)
            }
        }
        return (changes, threadSeq, true)
    }
}

extension Change {
    /// The post that it is about.
    public var postId: PostID? {
        switch what {
        case .post(let post): post.id
        case .likes(let id, _), .postDeleted(let id): id
        case .thread, .threadDeleted: nil
        }
    }

    /// The change as a message's entry; nil for one of the thread itself.
    public var state: PostState? {
        switch what {
        case .post(let post): .live(post)
        case .likes(let id, let count): .likes(id: id, threadId: threadId, likeCount: count, seq: seq)
        case .postDeleted(let id): .deleted(id: id, threadId: threadId, seq: seq)
        case .thread, .threadDeleted: nil
        }
    }

    /// About how many bytes it takes on the wire.
    public var weight: Int {
        if case .post(let post) = what { return post.weight }
        return 96
    }
}
