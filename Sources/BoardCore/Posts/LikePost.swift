public import BoardProtocol
public import BoardSQL

extension LikePost: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "like posts")
    }

    public func call(for viewer: Viewer) -> Call {
        Call(
            .postLike, holding: .threadOf(postId), turn: "like/\(postId)/\(viewer.value)",
            .int(postId.rawValue),
            viewer.value, .bool(viewer.isLimited))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        try LikeState.outcome(of: rows[0])
    }
}
