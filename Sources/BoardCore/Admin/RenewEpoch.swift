import BoardProtocol
import BoardSQL

/// `epoch renew`.
struct RenewEpoch: AdminAction {
    let call: Call?

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        call = Call(.epochRenew, viewer.value)
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        try row.refusal()
        return Outcome(
            .changed("From now on this is another history of the database: all clients read anew.", row),
            effects: [.epochRenewed])
    }
}
