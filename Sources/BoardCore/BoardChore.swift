public import BoardProtocol
public import BoardSQL

/// Work that is done in steps of at most 500 rows, each announced like any change.
///
/// Begun again after a crash, by whichever process, it goes on where it was.
public protocol BoardChore: Sendable {
    /// The first step; it says which rows are next.
    var plan: Call { get }
    /// What a step's rows mean, and the step after it; none when all is done.
    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<Nothing>
}

/// Reads what a crash may have broken off between two steps.
public enum BrokenOffChores {
    public static let calls: [Call] = [Call(.accountsToErase), Call(.purgesToDo)]

    public static func chore(_ row: Row) -> any BoardChore {
        if row.has("id") { return EraseAccount(account: AccountID(rawValue: row.int64("id"))) }
        if let account = row.int64IfAny("account_id") {
            return PurgePosts(account: AccountID(rawValue: account))
        }
        return RestorePosts(audit: row.int64("audit_id"))
    }
}
