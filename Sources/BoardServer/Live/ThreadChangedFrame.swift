import BoardProtocol

/// The notification `thread.changed`, put together from entries that were encoded before.
///
/// Checked against ``ThreadChanged``.
struct ThreadChangedFrame {
    var threadId: ThreadID
    var from: Int64
    var seq: Int64
    var postCount: Int64
    /// Left out where it is 0.
    var hiddenCount: Int64
    var thread: ThreadState?

    func frame(with changes: [[UInt8]]) -> SharedFrame {
        var writer = JSONWriter(capacity: 192 + changes.reduce(0) { $0 + $1.count + 1 })
        writer.raw(#"{"jsonrpc":"2.0","method":"thread.changed","params":"#.utf8)
        writer.beginObject()
        writer.member("threadId")
        writer.writeQuoted(threadId.rawValue)
        writer.member("from")
        writer.write(from)
        writer.member("seq")
        writer.write(seq)
        writer.member("postCount")
        writer.write(postCount)
        if hiddenCount != 0 {
            writer.member("hiddenCount")
            writer.write(hiddenCount)
        }
        writer.member("changes")
        writer.beginArray()
        for change in changes { writer.raw(change) }
        writer.endArray()
        if let thread {
            writer.member("thread")
            writer.ours(thread)
        }
        writer.endObject()
        writer.bytes.append(UInt8(ascii: "}"))
        return Outgoing.frame(writer.bytes)
    }
}
