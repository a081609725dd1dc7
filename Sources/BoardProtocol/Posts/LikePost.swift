/// Likes a post, once for each member; liking again changes nothing and is announced to nobody.
public struct LikePost: BoardRequest {
    public static let method = "post.like"
    public var postId: PostID

    public typealias Reply = LikeState

    public init(postId: PostID) {
        self.postId = postId
    }
}
