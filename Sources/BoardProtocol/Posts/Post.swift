/// A post.
///
/// The body is plain text, never HTML.
public struct Post: Codable, Sendable, Equatable {
    public var id: PostID
    public var threadId: ThreadID
    /// Null for a chat line.
    public var title: String?
    /// Null where a list was asked for without bodies.
    public var body: String?
    public var author: Author
    /// Null: posts have no pictures yet.
    public var image: JSON?
    public var replyTo: PostID?
    public var likeCount: Int64
    /// Whether the viewer likes it: the viewer's own, and left out of live messages.
    public var liked: Maybe<Bool>
    public var createdAt: Timestamp
    public var editedAt: Timestamp?
    /// The app's own object, kept and never read.
    public var meta: JSON?
    /// The thread's change number at this post's last change.
    public var seq: Int64

    public init(
        id: PostID, threadId: ThreadID, title: String?, body: String?, author: Author, image: JSON? = nil,
        replyTo: PostID?, likeCount: Int64, liked: Maybe<Bool>, createdAt: Timestamp, editedAt: Timestamp?,
        meta: JSON?, seq: Int64
    ) {
        self.id = id
        self.threadId = threadId
        self.title = title
        self.body = body
        self.author = author
        self.image = image
        self.replyTo = replyTo
        self.likeCount = likeCount
        self.liked = liked
        self.createdAt = createdAt
        self.editedAt = editedAt
        self.meta = meta
        self.seq = seq
    }
}

/// A post in a message: as it is now, its likes alone, or why it does not show.
public enum PostState: Codable, Sendable, Equatable {
    case live(Post)
    /// A like or its withdrawal: only the number moved.
    case likes(id: PostID, threadId: ThreadID, likeCount: Int64, seq: Int64)
    case deleted(id: PostID, threadId: ThreadID, seq: Int64)
    /// By an author whom the viewer blocks, where the post was asked for by id.
    case blocked(id: PostID, threadId: ThreadID)

    private struct Short: Codable {
        var id: PostID
        var threadId: ThreadID
        var likeCount: Maybe<Int64> = .missing
        var deleted: Maybe<Bool> = .missing
        var blocked: Maybe<Bool> = .missing
        var seq: Maybe<Int64> = .missing
        /// Only a whole post has it.
        var createdAt: Maybe<Timestamp> = .missing
    }

    public init(from decoder: any Decoder) throws {
        let short = try Short(from: decoder)
        if short.createdAt.value != nil {
            self = .live(try Post(from: decoder))
        } else if short.blocked.value == true {
            self = .blocked(id: short.id, threadId: short.threadId)
        } else if short.deleted.value == true, let seq = short.seq.value {
            self = .deleted(id: short.id, threadId: short.threadId, seq: seq)
        } else if let likes = short.likeCount.value, let seq = short.seq.value {
            self = .likes(id: short.id, threadId: short.threadId, likeCount: likes, seq: seq)
        } else {
            self = .live(try Post(from: decoder))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .live(let post):
            try post.encode(to: encoder)
        case .likes(let id, let threadId, let likeCount, let seq):
            try Short(id: id, threadId: threadId, likeCount: .value(likeCount), seq: .value(seq)).encode(
                to: encoder)
        case .deleted(let id, let threadId, let seq):
            try Short(id: id, threadId: threadId, deleted: .value(true), seq: .value(seq)).encode(to: encoder)
        case .blocked(let id, let threadId):
            try Short(id: id, threadId: threadId, blocked: .value(true)).encode(to: encoder)
        }
    }

    public var id: PostID {
        switch self {
        case .live(let post): post.id
        case .likes(let id, _, _, _), .deleted(let id, _, _), .blocked(let id, _): id
        }
    }

    /// The thread's change number at this change; nil for a blocked one.
    public var seq: Int64? {
        switch self {
        case .live(let post): post.seq
        case .likes(_, _, _, let seq), .deleted(_, _, let seq): seq
        case .blocked: nil
        }
    }
}
