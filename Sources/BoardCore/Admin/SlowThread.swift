import BoardProtocol
import BoardSQL

/// `slow`: how often each member may post in a thread.
struct SlowThread: AdminAction {
    let call: Call?
    private let thread: ThreadID
    private let time: String

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        thread = try arguments.id(ThreadID.self)
        time = try arguments.word()
        let seconds: Int64
        do {
            seconds = try Durations.slowMode(time, field: "command")
        } catch {
            throw arguments.misuse
        }
        call = Call(
            .threadSlow, holding: .thread(thread), viewer.value, .int(thread.rawValue),
            .optional(seconds == 0 ? nil : seconds))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        try row.refusal()
        guard row.bool("changed") else {
            return Outcome(RunCommand.Reply("Thread \(thread) is so already."))
        }
        return Outcome(.changed("Slow mode of thread \(thread), “\(row.text("title"))”: \(time).", row))
    }

    func rows(of outcome: Outcome<RunCommand.Reply>, from rows: [Row]) -> Int64 {
        rows[0].bool("changed") ? 1 : 0
    }
}
