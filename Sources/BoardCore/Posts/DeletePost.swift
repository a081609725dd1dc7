public import BoardProtocol
public import BoardSQL

extension DeletePost: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "delete posts")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        Call(
            .postDelete, holding: .threadOf(postId), turn: "post/\(postId)", viewer.value,
            .int(postId.rawValue), .null,
            .null)
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        return Outcome(
            Reply(seq: row.int64("t_seq"), postCount: row.int64("t_post_count")), changes: [.deletion(row)])
    }
}
