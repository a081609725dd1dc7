public import BoardProtocol
public import BoardSQL

extension ListSessions: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "see your sessions")
    }

    public func call(for viewer: Viewer) -> Call { Call(.sessionList, viewer.value) }

    public func reply(from rows: Rows, to viewer: Viewer) -> Reply {
        Reply(
            sessions: rows.map { row in
                let id = SessionID(rawValue: row.int64("id"))
                return SessionSummary(
                    id: id, createdAt: row.timestamp("created_ms"), lastUsedAt: row.timestamp("last_used_ms"),
                    client: row.textIfAny("client"), current: id == viewer.sessionId)
            })
    }
}
