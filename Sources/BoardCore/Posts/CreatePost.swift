public import BoardProtocol
public import BoardSQL

extension CreatePost: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "post")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let title = try title.map { (text) throws(Refusal) in try TextRules.title(text, field: "title") }
        let body = try TextRules.body(body, field: "body")
        let key = try clientKey.map { (key) throws(Refusal) in
            try TextRules.clientKey(key, field: "clientKey")
        }
        return Call(
            .postCreate, holding: .thread(threadId), turn: key.map { "post.create/\(viewer.value)/\($0)" },
            viewer.value, .int(threadId.rawValue), .optional(title), .text(body),
            .optional(replyTo?.rawValue),
            try .meta(meta), .optional(key), .bool(viewer.isLimited), .text(TextRules.folded(title, body)))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        let reply = Reply(
            post: Post(row: row, liked: false), seq: row.int64("t_seq"), postCount: row.int64("t_post_count"))
        return Outcome(reply, changes: row.bool("changed") ? [.post(row)] : [])
    }
}
