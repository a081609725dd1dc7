/// The member liked a post, or withdrew it, on another connection.
public struct PostLiked: BoardNotice, Equatable {
    public static let method = "post.liked"
    public var postId: PostID
    public var threadId: ThreadID
    public var liked: Bool

    public init(postId: PostID, threadId: ThreadID, liked: Bool) {
        self.postId = postId
        self.threadId = threadId
        self.liked = liked
    }
}
