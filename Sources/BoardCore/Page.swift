import BoardProtocol
import BoardSQL

/// Rules that all lists share: how many rows, how many bytes, and where the next page begins.
enum Page {
    /// Rows that a statement looks at before it gives a page up as short.
    static let scanned: Int64 = 1_000

    static func limit(_ asked: Int?) throws(Refusal) -> Int {
        let limit = asked ?? 20
        guard limit >= 1, limit <= Limits.current.pageSize else {
            throw Refusal.invalid("limit", "A page has 1 to \(Limits.current.pageSize) rows.")
        }
        return limit
    }

    /// Cuts what a statement was asked for (`limit` + 1 rows) to a page.
    ///
    /// - Parameters:
    ///   - rows: the list's rows in order; one with `is_edge` is only a place to go on from.
    ///   - item: what a row shows, and about how many bytes it takes.
    ///   - place: the cursor behind a row.
    static func cut<Item>(
        _ rows: some Sequence<Row>, limit: Int, item: (Row) -> (Item, weight: Int), place: (Row) -> String
    ) -> (items: [Item], nextCursor: String?) {
        var items: [Item] = []
        var bytes = 0
        var last: Row?
        for row in rows {
            if row.has("is_edge"), row.bool("is_edge") {
                return (items, row.int64("nth") >= scanned ? place(row) : nil)
            }
            if items.count == limit { return (items, last.map(place)) }
            let (next, weight) = item(row)
            bytes += weight
            if bytes > Limits.pageBytes, let last { return (items, place(last)) }
            items.append(next)
            last = row
        }
        return (items, nil)
    }
}
