public import BoardProtocol
public import BoardSQL

extension GetAccount: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "see your account")
    }

    public func call(for viewer: Viewer) -> Call { Call(.accountGet, viewer.value) }

    public func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply {
        guard let row = rows.first else { throw Refusal(.badCredentials, "Log in again.") }
        return Reply(account: Account(row: row))
    }
}
