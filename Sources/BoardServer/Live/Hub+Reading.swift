import BoardCore
import BoardProtocol
import BoardSQL
import WebSockets

/// What is missing is read from the database, whatever it is missing for.
extension Hub {
    /// A reading of the hub's own.
    ///
    /// One that failed is made good: everything is looked at again in a moment.
    func read(_ call: Call, _ completion: @escaping (Result<Rows, Database.Failure>) -> Void) {
        database.read(call) { [weak self] result in
            completion(result)
            guard case .failure = result, let self, database.isReady else { return }
            if !isRecovering {
                isRecovering = true
                recovery.start(afterMs: 500)
            }
        }
    }

    /// Brings a thread up to what others say it has reached.
    func readMissing(_ thread: LiveThread) {
        guard !thread.isReading else { return }
        guard let seq = thread.seq, !thread.joined.isEmpty || thread.pins > 0 else {
            return readState(of: thread)
        }
        thread.isReading = true
        let call = Call(
            .threadChanges, .int(thread.id.rawValue), .int(seq), .null, .int(Int64(Limits.changes + 1)))
        read(call) { [weak self] result in
            guard let self else { return }
            thread.isReading = false
            // Nobody follows it any more, but those who watch still want what was missing.
            if thread.seq == nil, thread.isBehind { return readMissing(thread) }
            guard case .success(let rows) = result, let catchUp = CatchUp(rows, likesAfter: seq),
                thread.seq != nil
            else { return }
            let part = catchUp.part(after: seq)
            thread.accept(catchUp, changes: part.changes, reached: part.seq)
            moved(thread)
            if !part.isWhole || thread.isBehind { readMissing(thread) }
        }
    }

    private func readState(of thread: LiveThread) {
        thread.isReading = true
        read(statesCall([thread.id])) { [weak self] result in
            thread.isReading = false
            guard let self, threads[thread.id] === thread else { return }
            guard case .success(let rows) = result, let row = rows.first else { return }
            takeState(row)
            if thread.isBehind { readMissing(thread) }
        }
    }

    /// Reads threads as they are now, for those who watch.
    func readStates(of ids: [ThreadID]) {
        var rest = ids[...]
        while !rest.isEmpty {
            let page = rest.prefix(1_000)
            rest = rest.dropFirst(page.count)
            read(statesCall(page)) { [weak self] result in
                guard let self, case .success(let rows) = result else { return }
                for row in rows { takeState(row) }
            }
        }
    }

    private func statesCall(_ ids: some Sequence<ThreadID>) -> Call {
        // Whose posts changed is read only where somebody's hidden count needs it.
        let since = ids.map { id in
            threads[id].flatMap { $0.tallies.areNeeded ? $0.tallies.seq : nil } ?? Int64.max
        }
        return Call(.threadStates, .array(ids.map { .int($0.rawValue) }), .array(since.map { .int($0) }))
    }

    private func takeState(_ row: Row) {
        guard let thread = threads[ThreadID(rawValue: row.int64("id"))] else { return }
        let state = Change.thread(row)
        let isWhole = row.bool("is_whole") && row.int64("since") <= thread.tallies.seq
        thread.accept(
            state: state, headSeq: row.int64("head_seq"), changed: isWhole ? AuthorPosts.all(in: row) : nil)
        moved(thread)
        if let seq = thread.seq, state.seq > seq {
            thread.wanted = max(thread.wanted, state.seq)
            readMissing(thread)
        }
    }
}
