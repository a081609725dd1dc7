public import BoardProtocol
public import BoardSQL

/// Lets go what has been kept long enough: the texts of what is deleted, and what else is old.
///
/// Tombstones stay, so that ids and change numbers go on meaning what they meant.
public struct Retention: BoardChore {
    /// How long deleted texts are kept, in seconds.
    public var keep: Int64

    public init(keep: Int64) { self.keep = keep }

    public var plan: Call { Call(.retentionPlan, .int(keep)) }

    public func outcome(of rows: [Row]) throws(Refusal) -> Outcome<Nothing> {
        guard let first = rows.first else { return Outcome(Nothing()) }
        if first.has("forgotten") {
            return Outcome(Nothing(), next: first.int64("forgotten") > 0 ? forgetting : nil)
        }
        if first.has("erased") { return Outcome(Nothing(), next: plan) }
        let ids = Value.array(rows.compactMap { row in row.int64IfAny("id").map(Value.int) })
        let threads = Hold.threads(of: rows)
        let step: Call =
            switch first.textIfAny("kind") {
            case "thread": Call(.threadsErase, holding: threads, ids, .int(keep))
            case "post": Call(.postsErase, holding: threads, ids, .int(keep))
            case "empty": Call(.threadsEmptied, holding: threads, ids)
            default: forgetting
            }
        return Outcome(Nothing(), next: step)
    }

    private var forgetting: Call { Call(.retentionForget, .int(keep)) }
}
