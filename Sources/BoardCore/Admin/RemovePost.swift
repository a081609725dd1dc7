import BoardProtocol
import BoardSQL

/// `delete post` and `restore post`.
struct RemovePost: AdminAction {
    let call: Call?
    private let post: PostID
    private let isRestoring: Bool

    init(_ arguments: inout CommandArguments, _ viewer: Viewer, isRestoring: Bool) throws(Refusal) {
        post = try arguments.id(PostID.self)
        self.isRestoring = isRestoring
        let why = Value.optional(try arguments.why())
        let id = Value.int(post.rawValue)
        call =
            isRestoring
            ? Call(.postRestore, holding: .threadOf(post), viewer.value, id, why)
            : Call(
                .postDelete, holding: .threadOf(post), turn: "post/\(post)", viewer.value, id, why,
                .text("delete post"))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        if isRestoring, row.textIfAny("refusal") == "conflict" {
            throw Refusal(.conflict, "Post \(post) is not deleted.")
        }
        try row.refusal()
        let text = "\(isRestoring ? "Restored" : "Deleted") post \(post) of thread \(row.int64("thread_id"))."
        return Outcome(.changed(text, row), changes: [isRestoring ? .post(row) : .deletion(row)])
    }
}
