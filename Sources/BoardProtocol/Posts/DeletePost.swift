/// Takes a post off: one's own, or any for a moderator.
public struct DeletePost: BoardRequest {
    public static let method = "post.delete"
    public var postId: PostID

    public struct Reply: Codable, Sendable, Equatable {
        public var seq: Int64
        public var postCount: Int64

        public init(seq: Int64, postCount: Int64) {
            self.seq = seq
            self.postCount = postCount
        }
    }

    public init(postId: PostID) {
        self.postId = postId
    }
}
