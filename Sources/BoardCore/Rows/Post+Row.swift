import BoardProtocol
import BoardSQL

extension Author {
    init(row: Row, id: String = "by_id", name: String = "author_name") {
        guard let name = row.textIfAny(name) else {
            self = .deleted
            return
        }
        self.init(id: AccountID(rawValue: row.int64(id)), name: name)
    }
}

extension Post {
    /// From a row with a post's columns, without what is the viewer's own.
    init(live row: Row) {
        self.init(
            id: PostID(rawValue: row.int64("id")), threadId: ThreadID(rawValue: row.int64("thread_id")),
            title: row.textIfAny("title"),
            body: row.text("body"), author: Author(row: row),
            replyTo: row.int64IfAny("reply_to").map(PostID.init(rawValue:)),
            likeCount: row.int64("like_count"), liked: .missing, createdAt: row.timestamp("created_ms"),
            editedAt: row.timestampIfAny("edited_ms"), meta: row.meta("meta"), seq: row.int64("seq"))
    }

    /// The same with the viewer's own like.
    init(row: Row, liked: Bool) {
        self.init(live: row)
        self.liked = .value(liked)
    }

    /// About how many bytes it takes on the wire: what pages and messages are cut by.
    var weight: Int {
        320 + (title?.bytesInJSON ?? 0) + (body?.bytesInJSON ?? 0)
            + (meta == nil ? 0 : Limits.current.metaBytes)
    }
}
