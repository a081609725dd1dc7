import BoardProtocol
import BoardSQL

/// `delete thread` and `restore thread`.
struct RemoveThread: AdminAction {
    let call: Call?
    private let thread: ThreadID
    private let isRestoring: Bool

    init(_ arguments: inout CommandArguments, _ viewer: Viewer, isRestoring: Bool) throws(Refusal) {
        thread = try arguments.id(ThreadID.self)
        self.isRestoring = isRestoring
        let why = Value.optional(try arguments.why())
        let id = Value.int(thread.rawValue)
        call =
            isRestoring
            ? Call(.threadRestore, holding: .thread(thread), viewer.value, id, why, .null)
            : Call(.threadDelete, holding: .thread(thread), viewer.value, id, .text("delete thread"), why)
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        if isRestoring, row.textIfAny("refusal") == "conflict" {
            throw Refusal(.conflict, "Thread \(thread) is not deleted.")
        }
        try row.refusal()
        let text = "\(isRestoring ? "Restored" : "Deleted") thread \(thread), “\(row.text("title"))”."
        return Outcome(.changed(text, row), changes: [.thread(row)])
    }

    func rows(of outcome: Outcome<RunCommand.Reply>, from rows: [Row]) -> Int64 {
        1 + rows[0].int64("post_count")
    }
}
