public import BoardProtocol
public import BoardSQL

extension ResumeSession: BoardSecretWrite {
    public static var isSlow: Bool { false }

    public struct Prepared: Sendable {
        var digest: [UInt8]
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func lookup(for viewer: Viewer) -> Call? { nil }

    public func prepare(_ found: Row?, with secrets: any Secrets) -> Prepared {
        Prepared(digest: secrets.digest(token))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) -> Call? {
        Call(.sessionOpen, .bytes(prepared.digest))
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        guard let row = rows.first else {
            throw Refusal(.badCredentials, "This token is no longer good. Log in again.")
        }
        let member = MemberState(row: row)
        return Outcome(
            Reply(account: member.account, blocksVersion: member.blocksVersion), effects: [.signedIn(member)])
    }
}
