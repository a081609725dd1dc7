/// Posts in a thread.
///
/// The same `clientKey` again, from any connection, makes nothing and answers with what the first one made.
public struct CreatePost: BoardRequest {
    public static let method = "post.create"
    public var threadId: ThreadID
    public var title: String?
    public var body: String
    public var replyTo: PostID?
    public var meta: JSON?
    public var clientKey: String?

    public struct Reply: Codable, Sendable, Equatable {
        public var post: Post
        public var seq: Int64
        public var postCount: Int64

        public init(post: Post, seq: Int64, postCount: Int64) {
            self.post = post
            self.seq = seq
            self.postCount = postCount
        }
    }

    public init(
        threadId: ThreadID, title: String? = nil, body: String, replyTo: PostID? = nil, meta: JSON? = nil,
        clientKey: String? = nil
    ) {
        self.threadId = threadId
        self.title = title
        self.body = body
        self.replyTo = replyTo
        self.meta = meta
        self.clientKey = clientKey
    }
}
