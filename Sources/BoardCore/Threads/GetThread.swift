public import BoardProtocol
public import BoardSQL

extension GetThread: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func call(for viewer: Viewer) -> Call {
        Call(.threadGet, .int(threadId.rawValue), viewer.value)
    }

    public func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply {
        guard let row = rows.first else { throw Refusal(.notFound, "There is no such thread, or no longer.") }
        return Reply(thread: ThreadSummary(row: row, for: viewer))
    }
}
