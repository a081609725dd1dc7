public import BoardProtocol
public import BoardSQL

extension EndSession: BoardWrite {
    public static var changesSession: Bool { true }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "end sessions")
    }

    public func call(for viewer: Viewer) -> Call {
        Call(
            .sessionEnd, telling: viewer.accountId.map { [$0] } ?? [], viewer.value, .int(sessionId.rawValue))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        try rows[0].refusal()
        let isOwn = sessionId == viewer.sessionId
        return Outcome(Nothing(), effects: (isOwn ? [.signedOut] : []) + [.sessionsEnded([sessionId])])
    }
}
