import BoardProtocol
import BoardSQL

/// `lock`, `pin`, `rename` and whatever else changes a thread itself.
struct UpdateThread: AdminAction {
    let call: Call?
    private let thread: ThreadID
    private let done: String
    private let already: String

    init(
        _ arguments: inout CommandArguments, _ viewer: Viewer, _ command: String, _ update: ThreadUpdate,
        _ done: String, _ already: String
    ) throws(Refusal) {
        thread = try arguments.id(ThreadID.self)
        call = update.call(on: thread, by: viewer, command: command, why: nil)
        self.done = done
        self.already = already
    }

    /// A command whose last argument, a TITLE or CATEGORY, says what the thread becomes.
    init(
        _ arguments: inout CommandArguments, _ viewer: Viewer, _ command: String,
        _ update: (String) -> ThreadUpdate,
        _ done: String, _ already: String
    ) throws(Refusal) {
        thread = try arguments.id(ThreadID.self)
        guard let text = arguments.rest() else { throw arguments.misuse }
        let title = try TextRules.title(text, field: "command")
        call = update(title).call(on: thread, by: viewer, command: command, why: nil)
        self.done = done
        self.already = already
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        try row.refusal()
        guard row.bool("changed") else {
            return Outcome(RunCommand.Reply("Thread \(thread) \(already)."))
        }
        let title = row.text("title")
        return Outcome(.changed("\(done) thread \(thread), “\(title)”.", row), changes: [.thread(row)])
    }
}
