public import BoardProtocol
public import BoardSQL

extension JoinThread: BoardOperation {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    /// Reads what changed after `since`; without one only how far the thread is.
    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        guard since ?? 0 >= 0 else {
            throw Refusal.invalid("since", "`since` is the number that an earlier answer gave.")
        }
        guard blocksVersion ?? 0 >= 0 else {
            throw Refusal.invalid(
                "blocksVersion", "`blocksVersion` is the number that an earlier answer gave.")
        }
        return Call(
            .threadChanges, .int(threadId.rawValue), .int(since ?? .max), viewer.value,
            .int(Int64(Limits.changes + 1)))
    }

    /// - Parameter epoch: what this history of the database is called now.
    public func reply(from rows: Rows, epoch now: String?) throws(Refusal) -> Reply {
        guard let catchUp = CatchUp(rows), !catchUp.isDeleted else {
            throw Refusal(.notFound, "There is no such thread, or no longer.")
        }
        var reply = Reply(
            seq: catchUp.threadSeq, postCount: catchUp.postCount, hiddenCount: catchUp.hiddenCount,
            changes: [],
            complete: true)
        guard let since else { return reply }
        let isOtherHistory = epoch != nil && epoch != now
        let isOtherBlocks = blocksVersion != nil && blocksVersion != catchUp.blocksVersion
        guard !isOtherHistory, !isOtherBlocks, since <= catchUp.threadSeq else {
            reply.reset = .value(true)
            return reply
        }
        let part = catchUp.part(after: since)
        reply.changes = part.changes.compactMap { catchUp.isBlocked($0) ? nil : $0.state }
        reply.seq = part.seq
        reply.complete = part.isWhole
        if catchUp.hasNewHead(after: since, upTo: part.seq) { reply.thread = .value(.live(catchUp.thread)) }
        return reply
    }
}
