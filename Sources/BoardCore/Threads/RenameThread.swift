public import BoardProtocol
public import BoardSQL

extension RenameThread: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "rename threads")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let title = try TextRules.title(title, field: "title")
        return ThreadUpdate(title: title).call(on: threadId, by: viewer, command: nil, why: nil)
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        return Outcome(
            Reply(thread: ThreadSummary(row: row, for: viewer)),
            changes: row.bool("changed") ? [.thread(row)] : [])
    }
}
