public import BoardProtocol
public import BoardSQL

extension GetPost: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func call(for viewer: Viewer) -> Call {
        Call(.postGet, .int(postId.rawValue), viewer.value)
    }

    public func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply {
        guard let row = rows.first else { throw Refusal(.notFound, "There is no such post, or no longer.") }
        guard !row.bool("blocked") else {
            return Reply(post: .blocked(id: postId, threadId: ThreadID(rawValue: row.int64("thread_id"))))
        }
        return Reply(post: .live(Post(row: row, liked: row.bool("liked"))))
    }
}
