import BoardProtocol
import BoardSQL

/// How many bytes the lists of a command's reply may still take: it stays below the largest message.
///
/// Every text may stand in it twice, for people and for programs.
struct ReplyRoom {
    private var left = 2 * Limits.pageBytes

    /// The rows that fit, from the first one on; the columns are those whose texts may be long.
    mutating func fitting(_ rows: [Row], _ columns: String...) -> [Row] {
        Array(
            rows.prefix { row in
                left -= 300 + 2 * columns.reduce(0) { $0 + (row.textIfAny($1)?.bytesInJSON ?? 0) }
                return left > 0
            })
    }
}
