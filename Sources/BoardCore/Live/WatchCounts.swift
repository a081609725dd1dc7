public import BoardProtocol
public import BoardSQL

extension WatchCounts: BoardOperation {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    /// Reads the watched threads' numbers; nil where all are watched and nothing is answered.
    public func call(for viewer: Viewer) throws(Refusal) -> Call? {
        if all == true { return nil }
        let ids = try Self.checked(threadIds)
        return Call(.countsRead, .array(ids.map { .int($0.rawValue) }), viewer.value)
    }

    public func reply(from rows: Rows) -> Reply {
        Reply(
            counts: rows.map { row in
                ThreadCounts(
                    threadId: ThreadID(rawValue: row.int64("id")), postCount: .value(row.int64("post_count")),
                    hiddenCount: .value(row.int64("hidden_count")), seq: row.int64("seq"))
            })
    }

    /// The ids without repetitions, if there are not too many.
    public static func checked(_ ids: [ThreadID]?) throws(Refusal) -> [ThreadID] {
        guard let ids else { throw Refusal.invalid("threadIds", "Give `threadIds`, or `all: true`.") }
        guard ids.count <= Limits.watchedAtOnce else {
            throw Refusal.invalid("threadIds", "At most \(Limits.watchedAtOnce) ids at once.")
        }
        return Set(ids).sorted()
    }
}
