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
        call = Call(
            isRestoring ? .threadRestore : .threadDelete, holding: .thread(thread), viewer.value,
            .int(thread.rawValue), .text(isRestoring ? "restore thread" : "delete thread"),
            .optional(try arguments.why()))
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
}
