public import BoardProtocol
public import BoardSQL

extension LogOut: BoardWrite {
    public static var changesSession: Bool { true }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "log out")
    }

    public func call(for viewer: Viewer) -> Call {
        Call(
            .sessionEnd, telling: viewer.accountId.map { [$0] } ?? [], viewer.value,
            .optional(viewer.sessionId?.rawValue))
    }

    /// A session that has ended meanwhile is what was asked for.
    public func outcome(of rows: [Row], for viewer: Viewer) -> Outcome<Reply> {
        Outcome(Nothing(), effects: [.signedOut, .sessionsEnded(viewer.sessionId.map { [$0] } ?? [])])
    }
}
