import BoardCore
import BoardProtocol

/// The messages of one round, each made once for all who get the same.
struct CountsEntries {
    private struct Entry: Hashable {
        var thread: ThreadID
        var hiddenCount: Int64
        var hasHead: Bool
    }

    private struct Message: Hashable {
        var entries: [Entry]
    }

    private var encoded: [Entry: [UInt8]] = [:]
    private var plain: [UInt64: [SharedFrame]] = [:]
    private var made: [Message: [SharedFrame]] = [:]

    /// The frames for those who watch all and block nobody: the same for each of them.
    mutating func plainFrames(_ threads: [LiveThread], since: UInt64) -> [SharedFrame] {
        if let frames = plain[since] { return frames }
        let frames = frames(threads.filter { $0.numbers != nil }, for: nil, since: since)
        plain[since] = frames
        return frames
    }

    /// The frames that tell these threads' counts, each within the limit of a message.
    ///
    /// - Parameter since: the round up to which the connection has been told; an entry has the thread itself where that
    ///   changed later.
    mutating func frames(_ threads: [LiveThread], for presence: Presence?, since: UInt64) -> [SharedFrame] {
        guard !threads.isEmpty else { return [] }
        let message = Message(
            entries: threads.map { thread in
                Entry(
                    thread: thread.id, hiddenCount: thread.hiddenCount(for: presence) ?? 0,
                    hasHead: thread.headRound > since && thread.head != nil)
            })
        if let frames = made[message] { return frames }
        var frames: [SharedFrame] = []
        var writer = begin()
        for (entry, thread) in zip(message.entries, threads) {
            let bytes = encoded[entry] ?? encode(entry, thread)
            encoded[entry] = bytes
            if writer.bytes.count + bytes.count > Limits.pageBytes {
                frames.append(end(&writer))
                writer = begin()
            }
            writer.raw(bytes)
        }
        frames.append(end(&writer))
        made[message] = frames
        return frames
    }

    private func encode(_ entry: Entry, _ thread: LiveThread) -> [UInt8] {
        var counts = ThreadCounts(threadId: thread.id, postCount: .missing, seq: thread.numbersSeq)
        if thread.isDeleted {
            counts.deleted = .value(true)
        } else {
            counts.postCount = .value(thread.numbers?.postCount ?? 0)
            if entry.hiddenCount != 0 { counts.hiddenCount = .value(entry.hiddenCount) }
            if entry.hasHead { counts.thread = .orMissing(thread.head) }
        }
        var writer = JSONWriter(capacity: 128)
        writer.ours(counts)
        return writer.bytes
    }

    private func begin() -> JSONWriter {
        var writer = JSONWriter(capacity: 512)
        writer.raw(#"{"jsonrpc":"2.0","method":"counts.changed","params":{"counts":"#.utf8)
        writer.beginArray()
        return writer
    }

    private func end(_ writer: inout JSONWriter) -> SharedFrame {
        writer.endArray()
        writer.bytes += Array("}}".utf8)
        return Outgoing.frame(writer.bytes)
    }
}
