/// One post; of an author whom the viewer blocks only that it is there.
public struct GetPost: BoardRequest {
    public static let method = "post.get"
    public var postId: PostID

    public struct Reply: Codable, Sendable, Equatable {
        public var post: PostState

        public init(post: PostState) {
            self.post = post
        }
    }

    public init(postId: PostID) {
        self.postId = postId
    }
}
