public import BoardProtocol
public import BoardSQL

extension CreateThread: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "open threads")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let title = try TextRules.title(title, field: "title")
        let category = try category.map { (text) throws(Refusal) in
            try TextRules.title(text, field: "category")
        }
        let key = try clientKey.map { (key) throws(Refusal) in
            try TextRules.clientKey(key, field: "clientKey")
        }
        return Call(
            .threadCreate, viewer.value, .text(title), .optional(category), try .meta(meta), .optional(key),
            .bool(viewer.isLimited), .text(TextRules.folded(title, category)))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        return Outcome(
            Reply(thread: ThreadSummary(row: row, for: viewer)),
            changes: row.bool("changed") ? [.thread(row)] : [])
    }
}
