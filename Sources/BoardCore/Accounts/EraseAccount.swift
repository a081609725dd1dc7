public import BoardProtocol
public import BoardSQL

/// What a deleted account left behind, dealt with in steps of at most 500 rows, each announced like any change.
///
/// A plan says which rows are next; the step for them holds their threads. Begun again after a crash, it goes on where
/// it was.
public struct EraseAccount: BoardChore {
    public var account: AccountID

    public init(account: AccountID) { self.account = account }

    /// The first step, and the one after each other.
    public var plan: Call { Call(.accountErasePlan, .int(account.rawValue)) }

    /// What a step's rows mean: a plan names the next step, every other step leads to a plan.
    public func outcome(of rows: [Row]) throws(Refusal) -> Outcome<Nothing> {
        guard let first = rows.first else { return Outcome(Nothing(), next: plan) }
        if first.has("kind") { return Outcome(Nothing(), next: step(rows)) }
        if first.has("done") { return Outcome(Nothing()) }
        if first.has("erased") { return Outcome(Nothing(), next: plan) }
        if first.has("blocked_id") {
            return Outcome(
                Nothing(),
                effects: rows.map { row in
                    .accountChanged(AccountID(rawValue: row.int64("member_id")))
                }, next: plan)
        }
        let changes = rows.map { row -> Change in
            if row.has("locked") { return .thread(row) }
            return row.has("body") ? .post(row) : .likes(row)
        }
        return Outcome(Nothing(), changes: changes, next: plan)
    }

    private func step(_ rows: [Row]) -> Call {
        guard let kind = rows[0].textIfAny("kind") else {
            return Call(.accountEraseDone, .int(account.rawValue))
        }
        let ids = Value.array(rows.map { .int($0.int64("id")) })
        let threads = Hold.threads(of: rows)
        return switch kind {
        case "like": Call(.accountEraseLikes, holding: threads, .int(account.rawValue), ids)
        case "post": Call(.accountErasePosts, holding: threads, .int(account.rawValue), ids)
        case "thread": Call(.accountEraseThreads, holding: threads, .int(account.rawValue), ids)
        case "block": Call(.accountEraseBlocks, .int(account.rawValue), ids)
        case "report": Call(.accountEraseReports, .int(account.rawValue), ids)
        case "edit": Call(.accountEraseEdits, .int(account.rawValue), ids)
        default: Call(.accountEraseMarks, .int(account.rawValue), ids)
        }
    }
}
