/// Withdraws a like; what was not liked stays as it is.
public struct UnlikePost: BoardRequest {
    public static let method = "post.unlike"
    public var postId: PostID

    public typealias Reply = LikeState

    public init(postId: PostID) {
        self.postId = postId
    }
}
