/// A thread, as lists and the thread's own page show it.
///
/// `hiddenCount`, `unread` and `can` are the viewer's own and are left out of live messages.
public struct ThreadSummary: Codable, Sendable, Equatable {
    public var id: ThreadID
    public var title: String
    public var category: String?
    public var author: Author
    public var createdAt: Timestamp
    /// The newest live post's `createdAt`.
    public var lastPostAt: Timestamp?
    /// Live posts, exactly, the same for all viewers.
    public var postCount: Int64
    public var hiddenCount: Maybe<Int64>
    /// The sum over the live posts.
    public var likeCount: Int64
    public var unread: Maybe<Int64>
    /// The thread's change number.
    public var seq: Int64
    public var locked: Bool
    public var pinned: Bool
    /// The app's own object, kept and never read.
    public var meta: JSON?
    public var can: Maybe<Permissions>

    public init(
        id: ThreadID, title: String, category: String?, author: Author, createdAt: Timestamp,
        lastPostAt: Timestamp?,
        postCount: Int64, hiddenCount: Maybe<Int64> = .missing, likeCount: Int64,
        unread: Maybe<Int64> = .missing,
        seq: Int64, locked: Bool, pinned: Bool, meta: JSON?, can: Maybe<Permissions> = .missing
    ) {
        self.id = id
        self.title = title
        self.category = category
        self.author = author
        self.createdAt = createdAt
        self.lastPostAt = lastPostAt
        self.postCount = postCount
        self.hiddenCount = hiddenCount
        self.likeCount = likeCount
        self.unread = unread
        self.seq = seq
        self.locked = locked
        self.pinned = pinned
        self.meta = meta
        self.can = can
    }
}

/// What the viewer may do, or why not.
public struct Permissions: Codable, Sendable, Equatable {
    /// Of several reasons the first in this order: log in, suspended, locked.
    public enum Posting: String, Codable, Sendable {
        case ok, loginRequired, suspended, locked
    }

    public var post: Posting

    public init(post: Posting) { self.post = post }
}

/// A thread in a live message: as it is now, or that it is gone.
public enum ThreadState: Codable, Sendable, Equatable {
    case live(ThreadSummary)
    case deleted(id: ThreadID, seq: Int64)

    private struct Tombstone: Codable {
        var id: ThreadID
        var deleted: Maybe<Bool>
        var seq: Int64
    }

    public init(from decoder: any Decoder) throws {
        let tombstone = try Tombstone(from: decoder)
        if tombstone.deleted.value == true {
            self = .deleted(id: tombstone.id, seq: tombstone.seq)
        } else {
            self = .live(try ThreadSummary(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .live(let thread): try thread.encode(to: encoder)
        case .deleted(let id, let seq):
            try Tombstone(id: id, deleted: .value(true), seq: seq).encode(to: encoder)
        }
    }
}
