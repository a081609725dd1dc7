import BoardCore
import BoardProtocol
import Testing

@testable import BoardServer
@testable import WebSockets

@Suite("counts.changed, written by hand")
struct CountsEntriesTests {
    private func thread(_ id: Int64 = 30, seq: Int64 = 12, _ what: Change.What? = nil) -> LiveThread {
        let thread = LiveThread(id: ThreadID(rawValue: id))
        _ = thread.accept(Samples.change(seq, what))
        return thread
    }

    private func counts(_ frame: Frame) throws -> [ThreadCounts] {
        guard
            case .notification(CountsChanged.method, let params) = try IncomingMessage.read(
                Array(frame.text.utf8))
        else { return [] }
        return try JSONCoding.decode(CountsChanged.self, from: params).counts
    }

    private func frames(
        _ threads: [LiveThread], for presence: Presence? = nil, since: UInt64 = 0
    ) -> [Frame] {
        var entries = CountsEntries()
        return entries.frames(threads, for: presence, since: since)
    }

    @Test("Is byte for byte what the type would be")
    func sameBytes() {
        let changed = thread(31, seq: 13, .thread(Samples.summary(seq: 13)))
        changed.headRound = 5
        let deleted = thread(32, seq: 14, .threadDeleted)
        let frames = frames([thread(), changed, deleted], since: 4)
        let wanted = CountsChanged(counts: [
            ThreadCounts(threadId: ThreadID(rawValue: 30), postCount: .value(4), seq: 12),
            ThreadCounts(
                threadId: ThreadID(rawValue: 31), postCount: .value(4), seq: 13,
                thread: .orMissing(changed.head)),
            ThreadCounts(
                threadId: ThreadID(rawValue: 32), postCount: .missing, seq: 14, deleted: .value(true)),
        ])
        #expect(frames.map(\.text) == [text(of: Outgoing.notification(CountsChanged.method, params: wanted))])
    }

    @Test("An entry has the thread only for those who have not been told of that change of it")
    func heads() throws {
        let changed = thread(30, seq: 13, .thread(Samples.summary(seq: 13)))
        changed.headRound = 5
        #expect(try counts(frames([changed], since: 4)[0])[0].thread.value != nil)
        #expect(try counts(frames([changed], since: 5)[0])[0].thread == .missing)
    }

    @Test("What a viewer does not see is counted for that viewer, and left out where it is 0")
    func hidden() throws {
        let presence = Samples.presence(blocking: [Samples.ben])
        let thread = thread()
        thread.count([Samples.ben: 3], for: presence, at: 12)
        var entries = CountsEntries()
        let theirs = entries.frames([thread], for: presence, since: 0)
        let guests = entries.frames([thread], for: nil, since: 0)
        #expect(try counts(theirs[0])[0].hiddenCount == .value(3))
        #expect(try counts(guests[0])[0].hiddenCount == .missing)
    }

    @Test("All who get the same get the very same frame")
    func shared() {
        var entries = CountsEntries()
        let threads = [thread(30), thread(31)]
        let first = entries.frames(threads, for: nil, since: 0)
        let second = entries.frames(threads, for: Samples.presence(), since: 9)
        #expect(first.count == 1 && second.count == 1)
        #expect(first[0] === second[0])
        #expect(entries.frames([threads[0]], for: nil, since: 0)[0] !== first[0])
    }

    @Test("What is more than a message takes comes in several, each thread once")
    func several() throws {
        let threads = (1...12_000).map { thread($0) }
        let frames = frames(threads)
        #expect(frames.count > 1)
        #expect(frames.allSatisfy { $0.count <= Limits.pageBytes + 2 })
        #expect(try frames.flatMap { try counts($0).map(\.threadId) } == threads.map(\.id))
    }
}
