import BoardSQL

extension Rows {
    /// Rows as a statement would return them; each lists the columns in order, absent values are null.
    init(_ columns: [String], _ rows: [[String?]]) {
        var bytes: [UInt8] = []
        var spans: [Int32] = []
        for cell in rows.joined() {
            guard let cell else {
                spans += [-1, -1]
                continue
            }
            spans.append(Int32(bytes.count))
            bytes += cell.utf8
            spans.append(Int32(bytes.count))
        }
        self.init(columns: columns, count: rows.count, bytes: bytes, spans: spans)
    }

    /// The same for one row, by column.
    init(_ row: KeyValuePairs<String, String?>) {
        self.init(row.map(\.key), [row.map(\.value)])
    }
}
