import BoardProtocol
import BoardSQL

extension LikeState {
    /// What liking and unliking have in common: nothing is told where nothing changed.
    static func outcome(of row: Row) throws(Refusal) -> Outcome<LikeState> {
        try row.refusal()
        let state = LikeState(
            liked: row.bool("liked"), likeCount: row.int64("like_count"), seq: row.int64("t_seq"))
        guard row.bool("changed") else { return Outcome(state) }
        let effect = Effect.liked(
            PostID(rawValue: row.int64("id")), ThreadID(rawValue: row.int64("thread_id")), state.liked)
        return Outcome(state, changes: [.likes(row)], effects: [effect])
    }
}
