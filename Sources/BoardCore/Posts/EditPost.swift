public import BoardProtocol
public import BoardSQL

extension EditPost: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "edit posts")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let newTitle = try title.value.map { (text) throws(Refusal) in
            try TextRules.title(text, field: "title")
        }
        let newBody = try body.map { (text) throws(Refusal) in try TextRules.body(text, field: "body") }
        return Call(
            .postEdit, holding: .threadOf(postId), turn: "post/\(postId)", viewer.value,
            .int(postId.rawValue),
            .bool(title != .missing), .optional(newTitle), .bool(newBody != nil), .optional(newBody),
            .bool(meta != .missing), try .meta(meta.value), .text(TextRules.folded(newTitle, newBody)))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        return Outcome(
            Reply(post: Post(row: row, liked: row.bool("liked"))),
            changes: row.bool("changed") ? [.post(row)] : [])
    }
}
