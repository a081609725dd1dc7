import BoardProtocol
import BoardSQL

/// `recount`: goes over all threads by pages, and repairs the ones that drifted if asked.
struct Recount: AdminAction {
    private static let pageSize: Int64 = 200

    private let repairs: Bool
    private var after: Int64 = 0
    private var threads: Int64 = 0
    private var drift: Int64 = 0
    private var toRepair: [Int64] = []

    init(_ arguments: inout CommandArguments) throws(Refusal) {
        repairs = arguments.flag("--repair")
    }

    var call: Call? { Call(.recount, .int(after), .int(Self.pageSize)) }

    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        if let row = rows.first, row.has("counted_categories") {
            drift += row.int64("drift")
            return Outcome(reply)
        }
        if rows.first?.has("drift") == true {
            threads += Int64(rows.count)
            after = rows.last?.int64("id") ?? after
            drift += rows.reduce(0) { $0 + $1.int64("drift") }
            if repairs { toRepair += rows.filter { $0.int64("drift") > 0 }.map { $0.int64("id") } }
        }
        return Outcome(reply, next: next(afterPage: rows))
    }

    private mutating func next(afterPage rows: [Row]) -> Call? {
        if let thread = toRepair.popLast() {
            return Call(.recountRepair, holding: .thread(ThreadID(rawValue: thread)), .int(thread))
        }
        // A page without rows is the last; a repair's row leads on to the next page.
        return rows.isEmpty ? Call(.recountCategories, .bool(repairs)) : call
    }

    private var reply: RunCommand.Reply {
        let found = drift == 0 ? "All numbers are right" : "\(drift) numbers differ from their rows"
        let mended = drift > 0 && repairs ? "; repaired" : ""
        return RunCommand.Reply(
            "\(found)\(mended), in \(threads) threads.",
            [("drift", .number(drift)), ("repaired", .number(repairs ? drift : 0))])
    }
}

extension JSON {
    fileprivate static func number(_ value: Int64) -> JSON { .number(JSONNumber(value)) }
}
