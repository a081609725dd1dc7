import BoardProtocol
import BoardSQL

extension ThreadSummary {
    /// From a row with a thread's columns, without what is the viewer's own.
    init(live row: Row) {
        self.init(
            id: ThreadID(rawValue: row.int64("id")), title: row.text("title"),
            category: row.textIfAny("category"),
            author: Author(row: row), createdAt: row.timestamp("created_ms"),
            lastPostAt: row.timestampIfAny("last_post_ms"), postCount: row.int64("post_count"),
            likeCount: row.int64("like_count"), seq: row.int64("seq"), locked: row.bool("locked"),
            pinned: row.bool("pinned"), meta: row.meta("meta"))
    }

    /// The same as this viewer sees it; the row has `hidden_count` and `acting`.
    init(row: Row, for viewer: Viewer) {
        self.init(live: row)
        hiddenCount = .value(row.int64("hidden_count"))
        unread = .value(row.int64("unread"))
        can = .value(Permissions(viewer: viewer, isActing: row.bool("acting"), isLocked: locked))
    }

    /// About how many bytes it takes on the wire.
    var weight: Int {
        420 + title.bytesInJSON + (category?.bytesInJSON ?? 0) + (meta == nil ? 0 : Limits.current.metaBytes)
    }
}

extension Permissions {
    /// Of several reasons the first in the contract's order.
    init(viewer: Viewer, isActing: Bool, isLocked: Bool) {
        if viewer.accountId == nil {
            self.init(post: .loginRequired)
        } else if !isActing {
            self.init(post: .suspended)
        } else {
            self.init(post: isLocked ? .locked : .ok)
        }
    }
}
