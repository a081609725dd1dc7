/// Whether the member likes a post now, and how many do.
public struct LikeState: Codable, Sendable, Equatable {
    public var liked: Bool
    public var likeCount: Int64
    /// The thread's change number as of this answer's last change of the post.
    public var seq: Int64

    public init(liked: Bool, likeCount: Int64, seq: Int64) {
        self.liked = liked
        self.likeCount = likeCount
        self.seq = seq
    }
}
