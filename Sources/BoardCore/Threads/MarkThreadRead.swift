public import BoardProtocol
public import BoardSQL

extension MarkThreadRead: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "keep track of what you have read")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        guard seq >= 0 else { throw .invalid("seq", "A thread's seq is not negative.") }
        return Call(
            .threadMarkRead, turn: "read/\(viewer.value)/\(threadId)", viewer.value,
            .int(threadId.rawValue), .int(seq))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        let row = rows[0]
        try row.refusal()
        let notice = ThreadRead(threadId: threadId, seq: row.int64("seq"), unread: row.int64("unread"))
        return Outcome(
            Reply(unread: notice.unread), effects: row.bool("changed") ? [.read(notice)] : [])
    }
}
