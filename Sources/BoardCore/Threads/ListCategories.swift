public import BoardProtocol
public import BoardSQL

extension ListCategories: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let after = try cursor.map { (text) throws(Refusal) in
            try Cursor.read(text, of: "category.list", keys: 1)[0]
        }
        return Call(.categoryList, .text(after ?? ""), .int(Int64(try Page.limit(limit) + 1)))
    }

    public func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply {
        let page = Page.cut(
            rows, limit: try Page.limit(limit),
            item: {
                (CategorySummary(name: $0.text("name"), threadCount: $0.int64("thread_count")), weight: 1_100)
            },
            place: { Cursor(list: "category.list", [$0.text("name")]).text })
        return Reply(categories: page.items, nextCursor: page.nextCursor)
    }
}
