public import BoardProtocol
public import BoardSQL

extension ListThreads: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let limit = try Page.limit(limit)
        let category = try wantedCategory()
        // Below every pinned thread of the largest key: the first page. The key's own bound is a year beyond 2200.
        var place: [Int64] = [1, order == .active ? 8_000_000_000_000_000 : .max, .max]
        if let cursor { place = try Cursor.numbers(cursor, of: try list(), count: 3) }
        var call = Call(
            statement(inCategory: category != nil), viewer.value, .bool(place[0] != 0), .int(place[1]),
            .int(place[2]),
            .int(Int64(limit + 1)))
        if let category { call.values.append(.text(category)) }
        return call
    }

    public func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply {
        let list = try list()
        let page = Page.cut(
            rows, limit: try Page.limit(limit),
            item: { row in
                let thread = ThreadSummary(row: row, for: viewer)
                return (thread, thread.weight)
            },
            place: { row in
                Cursor(list: list, [row.bool("pinned") ? "1" : "0", row.text("key"), row.text("id")]).text
            })
        return Reply(threads: page.items, nextCursor: page.nextCursor)
    }

    private func wantedCategory() throws(Refusal) -> String? {
        try category.map { (text) throws(Refusal) in try TextRules.title(text, field: "category") }
    }

    private func list() throws(Refusal) -> String {
        "thread.list/\((order ?? .newest).rawValue)/\(try wantedCategory() ?? "")"
    }

    private func statement(inCategory: Bool) -> Statement {
        switch order ?? .newest {
        case .newest: inCategory ? .threadListNewestIn : .threadListNewest
        case .popular: inCategory ? .threadListPopularIn : .threadListPopular
        case .active: inCategory ? .threadListActiveIn : .threadListActive
        }
    }
}
