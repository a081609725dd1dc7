/// A thread's posts by pages, without those by authors whom the viewer blocks.
///
/// A page ends early at 256 KiB: it may hold fewer posts than `limit`, even none, while `nextCursor` is not null.
public struct ListPosts: BoardRequest {
    public static let method = "post.list"
    public var threadId: ThreadID
    public var order: Order?
    public var body: BodyForm?
    public var limit: Int?
    public var cursor: String?

    public struct Reply: Codable, Sendable, Equatable {
        public var posts: [Post]
        public var nextCursor: String?
        public var postCount: Int64
        public var hiddenCount: Int64
        public var seq: Int64

        public init(posts: [Post], nextCursor: String?, postCount: Int64, hiddenCount: Int64, seq: Int64) {
            self.posts = posts
            self.nextCursor = nextCursor
            self.postCount = postCount
            self.hiddenCount = hiddenCount
            self.seq = seq
        }
    }

    public init(
        threadId: ThreadID, order: Order? = nil, body: BodyForm? = nil, limit: Int? = nil,
        cursor: String? = nil
    ) {
        self.threadId = threadId
        self.order = order
        self.body = body
        self.limit = limit
        self.cursor = cursor
    }

    /// What comes first.
    public enum Order: String, Codable, Sendable, CaseIterable {
        /// Created last.
        case newest
        /// Most likes, then newest.
        case popular
        /// Created first.
        case oldest
    }

    /// How much of each body is wanted: all, the first 200 characters, or null.
    public enum BodyForm: String, Codable, Sendable, CaseIterable {
        case full, excerpt, none
    }
}
