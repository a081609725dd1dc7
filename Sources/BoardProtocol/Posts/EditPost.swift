/// Changes what is given and leaves the rest; a null `title` or `meta` clears.
///
/// One's own, or any for a moderator.
public struct EditPost: BoardRequest {
    public static let method = "post.edit"
    public var postId: PostID
    public var title: Maybe<String>
    public var body: String?
    public var meta: Maybe<JSON>

    public struct Reply: Codable, Sendable, Equatable {
        public var post: Post

        public init(post: Post) {
            self.post = post
        }
    }

    public init(
        postId: PostID, title: Maybe<String> = .missing, body: String? = nil, meta: Maybe<JSON> = .missing
    ) {
        self.postId = postId
        self.title = title
        self.body = body
        self.meta = meta
    }
}
