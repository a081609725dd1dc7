internal import BoardSQL
internal import CPostgres
internal import Glibc

/// One `PGresult`, cleared when dropped.
final class QueryResult {
    private let result: OpaquePointer

    /// Takes the result over.
    init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    /// What it says, as a value: all that outlives it is copied.
    ///
    /// `columns` are the names known from an earlier result of the same statement; they are shared, not made again.
    func answer(statement: String?, columns: [String]? = nil) -> Answer {
        switch PQresultStatus(result) {
        case PGRES_TUPLES_OK: rows(statement: statement, columns: columns)
        case PGRES_COMMAND_OK, PGRES_EMPTY_QUERY: .rows(.none)
        case PGRES_PIPELINE_SYNC: .synced
        case PGRES_PIPELINE_ABORTED: .aborted
        case PGRES_FATAL_ERROR, PGRES_BAD_RESPONSE, PGRES_NONFATAL_ERROR:
            .failed(PostgresError(of: result, statement: statement))
        case let other:
            .unexpected(
                PostgresError(
                    message: "unexpected result \(PostgresError.words(PQresStatus(other)))",
                    statement: statement, isConnectionLost: true))
        }
    }

    private func rows(statement: String?, columns known: [String]?) -> Answer {
        let count = PQntuples(result), width = PQnfields(result)
        let columns = columns(width, known: known)
        var spans: [Int32] = []
        spans.reserveCapacity(Int(count) * Int(width) * 2)
        var total = 0
        for row in 0..<count {
            for column in 0..<width {
                if PQgetisnull(result, row, column) == 1 {
                    spans.append(-1)
                    spans.append(-1)
                    continue
                }
                spans.append(Int32(truncatingIfNeeded: total))
                total += Int(PQgetlength(result, row, column))
                spans.append(Int32(truncatingIfNeeded: total))
            }
        }
        guard total <= Int(Int32.max) else {
            return .failed(PostgresError(message: "the result has \(total) bytes", statement: statement))
        }
        return .rows(
            Rows(columns: columns, count: Int(count), bytes: cells(count, width, total), spans: spans))
    }

    private func columns(_ width: Int32, known: [String]?) -> [String] {
        if let known, known.count == Int(width) { return known }
        return (0..<width).map { column in PQfname(result, column).map { String(cString: $0) } ?? "" }
    }

    /// All cells one after the other, in one allocation.
    private func cells(_ count: Int32, _ width: Int32, _ total: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: total) { (block, used: inout Int) in
            guard let start = block.baseAddress else { return }
            for row in 0..<count {
                for column in 0..<width {
                    let length = Int(PQgetlength(result, row, column))
                    guard length > 0, let cell = PQgetvalue(result, row, column) else { continue }
                    memcpy(start + used, cell, length)
                    used += length
                }
            }
        }
    }
}
