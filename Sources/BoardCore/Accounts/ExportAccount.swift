public import BoardProtocol
public import BoardSQL

extension ExportAccount: BoardRead {
    private static let pageSize = 100
    private static let kinds = ["profile", "thread", "post", "like", "block", "report"]

    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "export your data")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let after = try cursor.map { (text) throws(Refusal) in
            try Cursor.numbers(text, of: "account.export", count: 2)
        }
        return Call(
            .exportPage, viewer.value, .int(after?[0] ?? 0), .int(after?[1] ?? 0),
            .int(Int64(Self.pageSize + 1)))
    }

    public func reply(from rows: Rows, to viewer: Viewer) -> Reply {
        let page = Page.cut(
            rows, limit: Self.pageSize,
            item: { row in (item(row), weight: 512 + (row.textIfAny("body")?.utf8.count ?? 0)) },
            place: { Cursor(list: "account.export", [$0.text("kind"), $0.text("key")]).text })
        return Reply(items: page.items, nextCursor: page.nextCursor)
    }

    private func item(_ row: Row) -> JSON {
        let kind = Self.kinds[row.int("kind") - 1]
        let id = JSON.string(row.text("key"))
        func text(_ column: String) -> JSON { row.textIfAny(column).map(JSON.string) ?? .null }
        func time(_ column: String) -> JSON {
            row.timestampIfAny(column).map { .string($0.description) } ?? .null
        }
        let members: [(String, JSON)] =
            switch kind {
            case "profile":
                [
                    ("id", id), ("name", text("title")), ("role", text("role")),
                    ("createdAt", time("created_ms")),
                ]
            case "thread":
                [
                    ("id", id), ("title", text("title")), ("category", text("category")),
                    ("createdAt", time("created_ms")), ("meta", row.meta("meta") ?? .null),
                ]
            case "post":
                [
                    ("id", id), ("threadId", text("thread_id")), ("title", text("title")),
                    ("body", text("body")),
                    ("replyTo", text("reply_to")), ("createdAt", time("created_ms")),
                    ("editedAt", time("edited_ms")),
                    ("meta", row.meta("meta") ?? .null),
                ]
            case "like": [("postId", id), ("threadId", text("thread_id"))]
            case "report":
                [
                    ("id", id), ("postId", text("reply_to")), ("why", text("body")),
                    ("state", text("category")), ("createdAt", time("created_ms")),
                ]
            default: [("accountId", id), ("name", text("title"))]
            }
        return .object(
            ([("kind", JSON.string(kind))] + members).map { JSONMember(name: $0.0, value: $0.1) })
    }
}
