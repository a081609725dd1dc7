import BoardProtocol
import BoardSQL

/// `recount`: goes over all threads by pages, and repairs the ones that drifted if asked.
struct Recount: AdminAction {
    private enum State { case judging, counting, auditing }

    private static let pageSize: Int64 = 20
    /// Of admins.
    private static let rank: Int64 = 3

    let call: Call?
    private let actor: Value
    private let repairs: Bool
    private let isDryRun: Bool
    private var state = State.judging
    private var after: Int64 = 0
    private var threads: Int64 = 0
    private var drift: Int64 = 0
    private var wrong: Int64 = 0
    private var toRepair: [Int64] = []

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        actor = viewer.value
        isDryRun = arguments.isDryRun
        repairs = arguments.has("--repair") && !isDryRun
        call = .reading(.actorJudge, actor, .int(Self.rank))
    }

    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        switch state {
        case .judging:
            try rows[0].refusal()
            state = .counting
            return Outcome(.unfinished, next: page)
        case .auditing:
            try rows[0].refusal()
            return Outcome(reply(rows[0]))
        case .counting:
            if let row = rows.first, row.has("counted_categories") { return end(row) }
            if rows.first?.has("drift") == true { take(rows) }
            return Outcome(.unfinished, next: next(afterPage: rows))
        }
    }

    private var page: Call { .reading(.recount, .int(after), .int(Self.pageSize)) }

    private mutating func take(_ rows: [Row]) {
        threads += Int64(rows.count)
        after = rows.last?.int64("id") ?? after
        let drifted = rows.filter { $0.int64("drift") > 0 }
        drift += drifted.reduce(0) { $0 + $1.int64("drift") }
        wrong += Int64(drifted.count)
        if repairs { toRepair += drifted.map { $0.int64("id") } }
    }

    private mutating func next(afterPage rows: [Row]) -> Call? {
        if let thread = toRepair.popLast() {
            return Call(.recountRepair, holding: .thread(ThreadID(rawValue: thread)), .int(thread))
        }
        // A page without rows is the last; a repair's row leads on to the next page.
        return rows.isEmpty ? Call(.recountCategories, .bool(repairs)) : page
    }

    private mutating func end(_ row: Row) -> Outcome<RunCommand.Reply> {
        drift += row.int64("drift")
        guard repairs, drift > 0 else { return Outcome(reply()) }
        state = .auditing
        return Outcome(
            .unfinished,
            next: Call(
                .auditWrite, actor, .int(Self.rank), .text("recount"), .text("\(drift) numbers repaired")))
    }

    private func reply(_ audited: Row? = nil) -> RunCommand.Reply {
        let found = drift == 0 ? "All numbers are right" : "\(drift) numbers differ from their rows"
        let mended = drift > 0 && repairs ? "; repaired" : ""
        let text = "\(found)\(mended), in \(threads) threads."
        var members: [(String, JSON)] = [
            ("drift", .number(drift)), ("repaired", .number(repairs ? drift : 0)),
        ]
        if isDryRun { members.append(("rows", .number(wrong))) }
        return audited.map { .changed(text, $0, members) } ?? RunCommand.Reply(text, members)
    }
}
