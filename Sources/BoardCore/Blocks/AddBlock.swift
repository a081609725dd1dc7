public import BoardProtocol
public import BoardSQL

extension AddBlock: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "block")
    }

    public func call(for viewer: Viewer) -> Call {
        Call(
            .blockAdd, telling: viewer.accountId.map { [$0] } ?? [], viewer.value, .int(accountId.rawValue))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        guard let member = viewer.accountId, row.bool("changed") else { return Outcome(Nothing()) }
        let effect = Effect.blockChanged(
            member: member, blocked: accountId, isBlocked: true, version: row.int64("blocks_version"))
        return Outcome(Nothing(), effects: [effect])
    }
}
