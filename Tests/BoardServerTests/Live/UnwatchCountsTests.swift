import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Watching counts no longer", .needsDatabase)
struct UnwatchCountsTests {
    @Test("Of the threads that are named nothing more is told; of the others it is")
    func some() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let (thread, other) = (try await aki.open(), try await aki.open())
            let (watcher, control) = (try await board.client(), try await board.client())
            for client in [watcher, control] {
                try await client.send(WatchCounts(threadIds: [thread.id, other.id]))
            }
            try await watcher.send(UnwatchCounts(threadIds: [thread.id, ThreadID(rawValue: 99_999)]))
            let unheard = try await aki.post(in: thread)
            try await control.next(\.countsChanged) { $0.counts.contains { $0.seq == unheard.seq } }
            try await aki.post("Once", in: other)
            let heard = try await aki.post("Twice", in: other)
            var told: Set<ThreadID> = []
            var seq: Int64 = 0
            while seq < heard.seq {
                for entry in try await watcher.next(\.countsChanged).counts {
                    told.insert(entry.threadId)
                    seq = entry.seq
                }
            }
            #expect(told == [other.id])
        }
    }

    @Test("All means all: those watched by name as well, and those created later")
    func all() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let (thread, other) = (try await aki.open(), try await aki.open())
            let (watcher, control) = (try await board.client(), try await board.client())
            try await control.send(WatchCounts(all: true))
            try await watcher.send(WatchCounts(all: true))
            try await watcher.send(WatchCounts(threadIds: [thread.id]))
            try await watcher.send(UnwatchCounts(all: true))
            try await aki.post(in: thread)
            try await aki.post(in: other)
            let new = try await aki.open()
            try await control.next(\.countsChanged) { $0.counts.contains { $0.threadId == new.id } }
            try await watcher.send(Ping())
            #expect(await watcher.takeUnread(\.countsChanged) == nil)
            // And can be watched again.
            try await watcher.send(WatchCounts(threadIds: [new.id]))
            try await aki.post(in: new)
            #expect(try await watcher.next(\.countsChanged).counts.map(\.threadId) == [new.id])
        }
    }
}
