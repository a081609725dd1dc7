import BoardCore
import BoardProtocol
import BoardSQL

/// Those who watch counts: the newest numbers of what moved, a round at a time.
extension Hub {
    /// Watches threads and answers with their numbers; the completion runs before any round reaches the connection.
    func watch(
        _ request: WatchCounts, _ viewer: Viewer, _ subscriber: Subscriber,
        _ completion: @escaping (Result<WatchCounts.Reply, any Error>) -> Void
    ) {
        let call: Call?
        let ids: [ThreadID]
        do throws(Refusal) {
            call = try request.call(for: viewer)
            ids = call == nil ? [] : try WatchCounts.checked(request.threadIds)
        } catch {
            return completion(.failure(error))
        }
        guard let call else {
            watchAll(subscriber)
            return completion(.success(WatchCounts.Reply(counts: [])))
        }
        guard subscriber.watches.union(ids).count <= Limits.current.watches else {
            let limit = Limits.current.watches
            return completion(.failure(Refusal(.conflict, "At most \(limit) threads can be watched.")))
        }
        for id in ids { live(id).pins += 1 }
        subscriber.watching += 1
        lag(subscriber)
        database.read(call) { [weak self] result in
            guard let self else { return }
            subscriber.watching -= 1
            defer {
                for id in ids {
                    threads[id]?.pins -= 1
                    if let thread = threads[id] { release(thread) }
                }
            }
            guard subscribers[subscriber.id] != nil else { return }
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let rows):
                let reply = request.reply(from: rows)
                completion(.success(reply))
                for (counts, row) in zip(reply.counts, rows) {
                    watch(counts, ThreadNumbers(row: row), subscriber)
                }
                retriesLagging = true
                schedule()
            }
        }
    }

    private func watchAll(_ subscriber: Subscriber) {
        guard !subscriber.watchesAll else { return }
        subscriber.watchesAll = true
        allWatchers[subscriber.id] = subscriber
    }

    /// Registers one thread as it was answered; what is newer by now is due.
    private func watch(_ counts: ThreadCounts, _ numbers: ThreadNumbers, _ subscriber: Subscriber) {
        let thread = live(counts.threadId)
        // With nobody else to tell, what it was answered with is no news to anybody.
        if thread.watchers.isEmpty, allWatchers.isEmpty { thread.toldSeq = max(thread.toldSeq, counts.seq) }
        if thread.numbers == nil { thread.accept(numbers, at: counts.seq) }
        // Whoever watches already has to hear of the thread itself too, if that changed.
        thread.wanted = max(thread.wanted, counts.seq)
        if thread.isBehind { readMissing(thread) }
        thread.watchers[subscriber.id] = subscriber
        subscriber.watches.insert(thread.id)
        if thread.numbersSeq > counts.seq { subscriber.owesCounts.insert(thread.id) }
    }

    /// - Parameter ids: nil for all.
    func unwatch(_ ids: [ThreadID]?, _ subscriber: Subscriber) {
        for id in ids ?? Array(subscriber.watches) {
            subscriber.watches.remove(id)
            subscriber.owesCounts.remove(id)
            guard let thread = threads[id] else { continue }
            thread.watchers[subscriber.id] = nil
            release(thread)
        }
        guard ids == nil, subscriber.watchesAll else { return }
        subscriber.watchesAll = false
        subscriber.owesCounts = []
        allWatchers[subscriber.id] = nil
        if allWatchers.isEmpty { for thread in threads.values { release(thread) } }
    }

    /// The connection misses rounds until it can be told again.
    func lag(_ subscriber: Subscriber) {
        guard subscriber.isCurrent else { return }
        subscriber.isCurrent = false
        subscriber.countsRound = toldRound
        lagging[subscriber.id] = subscriber
    }

    /// One round: whoever missed none hears of what moved; the others of all they missed, if they can be told now.
    func tellCounts() {
        let moved = unsentCounts.compactMap { threads[$0] }.filter {
            $0.numbersSeq != $0.toldSeq || $0.headIsNew
        }
        .sorted { $0.id < $1.id }
        unsentCounts = []
        retriesLagging = false
        toldRound = round
        if !moved.isEmpty { round += 1 }
        for thread in moved {
            thread.round = round
            thread.toldSeq = thread.numbersSeq
            if thread.headIsNew {
                thread.headRound = round
                thread.headIsNew = false
            }
        }
        var entries = CountsEntries()
        tellCurrent(moved, &entries)
        for subscriber in lagging.values { tellLagging(subscriber, &entries) }
        toldRound = round
    }

    private func tellCurrent(_ moved: [LiveThread], _ entries: inout CountsEntries) {
        guard !moved.isEmpty else { return }
        var due: [UInt64: (Subscriber, [LiveThread])] = [:]
        for thread in moved {
            for (id, subscriber) in thread.watchers where subscriber.isCurrent && !subscriber.watchesAll {
                due[id, default: (subscriber, [])].1.append(thread)
            }
        }
        for (_, (subscriber, threads)) in due { tell(threads, to: subscriber, since: toldRound, &entries) }
        for subscriber in allWatchers.values where subscriber.isCurrent {
            guard subscriber.blocksNobody, subscriber.hasRoom, mayTell(subscriber) else {
                tell(moved, to: subscriber, since: toldRound, &entries)
                continue
            }
            for frame in entries.plainFrames(moved, since: toldRound) {
                subscriber.send(frame, .countsChanged)
            }
        }
    }

    private func tellLagging(_ subscriber: Subscriber, _ entries: inout CountsEntries) {
        guard subscriber.watching == 0, subscriber.hasRoom, mayTell(subscriber) else { return }
        if subscriber.watchesAll, subscriber.countsRound < forgottenRound {
            lagging[subscriber.id] = nil
            return subscriber.end(.overloaded)
        }
        let watched =
            subscriber.watchesAll
            ? Array(threads.values)
            : subscriber.watches.union(subscriber.owesCounts).compactMap { threads[$0] }
        // Nobody's blocks change what is to be told of a deleted thread: that it is gone, once.
        let mine = watched.filter {
            $0.round > subscriber.countsRound || !$0.isDeleted && subscriber.owesCounts.contains($0.id)
        }
        let since = subscriber.countsRound
        subscriber.isCurrent = true
        lagging[subscriber.id] = nil
        tell(mine.sorted { $0.id < $1.id }, to: subscriber, since: since, &entries)
        if subscriber.isCurrent {
            subscriber.owesCounts = []
        } else {
            subscriber.countsRound = since
        }
    }

    /// Sends these threads' entries in one message, or leaves the connection lagging where it can't be told now.
    private func tell(
        _ threads: [LiveThread], to subscriber: Subscriber, since: UInt64, _ entries: inout CountsEntries
    ) {
        let mine = threads.filter { subscriber.watchesCounts(of: $0) && $0.numbers != nil }
        guard !mine.isEmpty else { return }
        guard subscriber.hasRoom, mayTell(subscriber) else { return lag(subscriber) }
        for thread in mine where thread.hiddenCount(for: subscriber.presence) == nil {
            readAuthors(of: thread, for: subscriber)
            lag(subscriber)
        }
        guard subscriber.isCurrent else { return }
        let frames = entries.frames(mine, for: subscriber.presence, since: since)
        for frame in frames { subscriber.send(frame, .countsChanged) }
    }
}
