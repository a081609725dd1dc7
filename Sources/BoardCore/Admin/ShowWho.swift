import BoardProtocol
import BoardSQL

/// `who`: who is connected, on all processes: each is asked, and answers for itself.
struct ShowWho: AdminAction {
    private static let pauseMs = 30
    /// About a second and a half, for a process that is busy.
    private static let tries = 50
    private static let most: Int64 = 500

    let call: Call?
    private var request: Int64?
    private var processes: Int64 = 0
    private var triesLeft = ShowWho.tries

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        let thread = try arguments.words.isEmpty ? nil : arguments.id(ThreadID.self)
        call = Call(.whoAsk, viewer.value, .optional(thread?.rawValue))
    }

    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        guard let request else {
            try rows[0].refusal()
            request = rows[0].int64("request")
            processes = rows[0].int64("processes")
            return again(rows[0].int64("request"))
        }
        triesLeft -= 1
        if rows[0].int64("answers") < processes, triesLeft > 0 { return again(request) }
        return Outcome(reply(rows))
    }

    private func again(_ request: Int64) -> Outcome<RunCommand.Reply> {
        Outcome(
            RunCommand.Reply("Nobody answered."),
            next: .reading(.whoRead, .int(request), .int(Self.most)), pauseMs: Self.pauseMs)
    }

    private func reply(_ rows: [Row]) -> RunCommand.Reply {
        let names = rows.compactMap { $0.textIfAny("name") }
        let members = rows[0].int64("members")
        let guests = rows[0].int64("guests")
        let more = members > names.count ? " and \(members - Int64(names.count)) more" : ""
        let list = names.isEmpty ? "" : ": " + names.joined(separator: ", ") + more
        return RunCommand.Reply(
            "\(members) members and \(guests) connections of guests\(list)",
            [
                ("members", .number(members)), ("guests", .number(guests)),
                ("names", .array(names.map(JSON.string))),
            ])
    }
}
