public import BoardProtocol
public import BoardSQL

extension ListBlocks: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "see your blocks")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let before = try cursor.map { (text) throws(Refusal) in
            try Cursor.numbers(text, of: "block.list", count: 1)[0]
        }
        return Call(.blockList, viewer.value, .int(before ?? .max), .int(Int64(try Page.limit(limit) + 1)))
    }

    public func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply {
        let page = Page.cut(
            rows, limit: try Page.limit(limit),
            item: { (Author(row: $0, id: "id", name: "name"), weight: 200) },
            place: { Cursor(list: "block.list", [$0.text("key")]).text })
        return Reply(authors: page.items, nextCursor: page.nextCursor)
    }
}
