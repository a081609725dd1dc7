public import BoardProtocol
public import BoardSQL

/// `purge`: takes off all posts of an account, which can't act until that is done.
struct PurgeAccount: AdminAction {
    let call: Call?
    private let target: AccountTarget
    private var purging: PurgePosts?
    private var removed = 0
    private var begun: Row?

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        call =
            arguments.isDryRun
            ? .reading(.purgeCount, viewer.value, target.key)
            : Call(.accountPurge, holding: .acting, viewer.value, target.key)
    }

    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        guard let purging else { return try begin(rows[0]) }
        let step = try purging.outcome(of: rows)
        removed += step.changes.count
        return Outcome(reply, changes: step.changes, effects: step.effects, next: step.next)
    }

    private mutating func begin(_ row: Row) throws(Refusal) -> Outcome<RunCommand.Reply> {
        if row.has("rows") {
            try target.judge(row)
            return Outcome(.rehearsed(row.int64("rows")))
        }
        guard let account = try target.changed(row) else {
            return Outcome(RunCommand.Reply("\(row.text("name")) has no posts."))
        }
        let purging = PurgePosts(account: account)
        self.purging = purging
        begun = row
        return Outcome(reply, effects: [.accountChanged(account)], next: purging.plan)
    }

    private var reply: RunCommand.Reply {
        guard let begun else { return RunCommand.Reply("Nothing changed.") }
        return .changed("Removed \(removed) posts of \(begun.text("name")).", begun)
    }
}

/// The steps of a purge.
public struct PurgePosts: BoardChore {
    public var account: AccountID

    public init(account: AccountID) { self.account = account }

    public var plan: Call { Call(.purgePlan, .int(account.rawValue)) }

    public func outcome(of rows: [Row]) throws(Refusal) -> Outcome<Nothing> {
        guard let first = rows.first else { return Outcome(Nothing(), next: plan) }
        if first.has("done") { return Outcome(Nothing(), effects: [.accountChanged(account)]) }
        if first.has("deleted") {
            return Outcome(Nothing(), changes: rows.map(Change.deletion), next: plan)
        }
        guard !first.isNull("id") else {
            return Outcome(Nothing(), next: Call(.purgeDone, .int(account.rawValue)))
        }
        let posts = rows.map { Value.int($0.int64("id")) }
        return Outcome(
            Nothing(),
            next: Call(.postsPurge, holding: .threads(of: rows), .int(account.rawValue), .array(posts)))
    }
}

/// The posts that a command removed come back, in steps.
public struct RestorePosts: BoardChore {
    /// The audited command.
    public var audit: Int64

    public init(audit: Int64) { self.audit = audit }

    public var plan: Call { Call(.restorePlan, .int(audit)) }

    public func outcome(of rows: [Row]) throws(Refusal) -> Outcome<Nothing> {
        guard let first = rows.first else { return Outcome(Nothing(), next: plan) }
        if first.has("done") { return Outcome(Nothing()) }
        if first.has("deleted") {
            return Outcome(Nothing(), changes: rows.map(Change.post), next: plan)
        }
        guard !first.isNull("id") else { return Outcome(Nothing(), next: Call(.restoreDone, .int(audit))) }
        let posts = rows.map { Value.int($0.int64("id")) }
        return Outcome(
            Nothing(), next: Call(.postsRestore, holding: .threads(of: rows), .int(audit), .array(posts)))
    }
}

extension Hold {
    /// The threads that the rows of a plan name.
    static func threads(of rows: [Row]) -> Hold {
        .threads(Set(rows.compactMap { $0.int64IfAny("thread_id") }).sorted().map(ThreadID.init(rawValue:)))
    }
}
