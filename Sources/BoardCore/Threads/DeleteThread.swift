public import BoardProtocol
public import BoardSQL

extension DeleteThread: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "delete threads")
    }

    public func call(for viewer: Viewer) -> Call {
        Call(.threadDelete, holding: .thread(threadId), viewer.value, .int(threadId.rawValue), .null, .null)
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        try rows[0].refusal()
        return Outcome(Nothing(), changes: [.thread(rows[0])])
    }
}
