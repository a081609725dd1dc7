import BoardProtocol
import BoardSQL

/// `undo`: takes back what an audited command did, once, and for 30 days.
struct UndoCommand: AdminAction {
    private enum State {
        case finding
        /// One statement does all.
        case reverting
        /// Posts come back in steps.
        case beginning
        case restoring(RestorePosts, begun: Row, count: Int)
    }

    let call: Call?
    private let audit: Int64
    private let actor: Value
    private var state = State.finding
    private var command = ""

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        audit = try arguments.id(BoardID<UndoCommand>.self).rawValue
        actor = viewer.value
        call = .reading(.undoFind, actor, .int(audit))
    }

    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        switch state {
        case .finding:
            try judge(rows[0])
            command = rows[0].text("command")
            return Outcome(.unfinished, next: try undoing(rows[0]))
        case .reverting:
            return try reverted(rows[0])
        case .beginning:
            try judge(rows[0])
            let restoring = RestorePosts(audit: audit)
            state = .restoring(restoring, begun: rows[0], count: 0)
            return Outcome(reply(rows[0]), next: restoring.plan)
        case .restoring(let restoring, let begun, let before):
            let step = try restoring.outcome(of: rows)
            let count = before + step.changes.count
            state = .restoring(restoring, begun: begun, count: count)
            return Outcome(
                reply(begun, ": \(count) posts are there again"), changes: step.changes, next: step.next)
        }
    }

    func rows(of outcome: Outcome<RunCommand.Reply>, from rows: [Row]) -> Int64 {
        if rows[0].has("posts") { return rows[0].int64("posts") }
        guard command == "delete thread", !outcome.changes.isEmpty else {
            return Int64(outcome.changes.count)
        }
        return 1 + rows[0].int64("post_count")
    }

    /// The statement that takes the command back.
    private mutating func undoing(_ found: Row) throws(Refusal) -> Call {
        guard let id = found.int64IfAny("target_id") else { throw Self.never }
        let thread = ThreadID(rawValue: id)
        let entry = Value.int(audit)
        state = .reverting
        switch command {
        case "rename", "move":
            return Call(.threadRevert, holding: .thread(thread), actor, .int(id), entry)
        case "delete thread":
            return Call(.threadRestore, holding: .thread(thread), actor, .int(id), .null, entry)
        case "suspend":
            return Call(.accountResume, holding: .acting, actor, .int(id), entry)
        default:
            state = .beginning
            return Call(.restoreBegin, actor, entry)
        }
    }

    private func reverted(_ row: Row) throws(Refusal) -> Outcome<RunCommand.Reply> {
        try judge(row)
        if row.has("account_id") {
            return Outcome(
                reply(row), effects: [.accountChanged(AccountID(rawValue: row.int64("account_id")))])
        }
        return Outcome(reply(row), changes: [.thread(row)])
    }

    private func reply(_ row: Row, _ more: String = "") -> RunCommand.Reply {
        .changed("Undid \(command), entry \(audit)\(more).", row)
    }

    private func judge(_ row: Row) throws(Refusal) {
        switch row.textIfAny("refusal") {
        case "conflict undone": throw Refusal(.conflict, "Entry \(audit) has been undone already.")
        case "conflict late": throw Refusal(.conflict, "Entry \(audit) is older than 30 days.")
        case "conflict never": throw Self.never
        case "conflict running": throw Refusal(.conflict, "That command is not done yet. Try again.")
        case "conflict", "conflict changed":
            throw Refusal(.conflict, "What entry \(audit) changed has been changed since.")
        default: try row.refusal()
        }
    }

    private static let never = Refusal(
        .conflict, "Only delete, purge, suspend, move and rename can be undone.")
}
