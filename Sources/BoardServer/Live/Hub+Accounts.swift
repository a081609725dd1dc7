import BoardCore
import BoardProtocol
import BoardSQL
import WebSockets

/// Whose connections they are: blocks, roles, suspensions and sessions take effect on all of them at once.
extension Hub {
    /// The connection is another viewer's now; its subscriptions stay and obey that viewer's blocks.
    func signIn(_ subscriber: Subscriber, as state: MemberState) {
        let presence = presences[state.account.id] ?? Presence(state)
        presences[presence.id] = presence
        // News for the member's other connections only: this one is told of it as it comes in.
        apply(state, to: presence)
        setPresence(presence, of: subscriber)
        // What changed between that reading and this moment was told to nobody here.
        presence.isBehind = true
        reload(presence.id)
    }

    func signOut(_ subscriber: Subscriber) { setPresence(nil, of: subscriber) }

    func setPresence(_ presence: Presence?, of subscriber: Subscriber) {
        let old = subscriber.presence
        guard old !== presence else { return }
        if let old {
            old.subscribers[subscriber.id] = nil
            if old.subscribers.isEmpty { forget(old) }
        }
        subscriber.presence = presence
        presence?.subscribers[subscriber.id] = subscriber
        // What had to wait for the old viewer's blocks waits for them no longer.
        drained(subscriber)
        guard old?.blocks ?? [] != presence?.blocks ?? [] else { return }
        for id in subscriber.joins.keys { owesHidden(id, subscriber) }
        subscriber.owesCounts.formUnion(subscriber.watches)
        if !subscriber.watches.isEmpty {
            lag(subscriber)
            retriesLagging = true
        }
        schedule()
    }

    private func forget(_ presence: Presence) {
        presences[presence.id] = nil
        for thread in threads.values { thread.tallies.forget(presence.id) }
    }

    private func owesHidden(_ id: ThreadID, _ subscriber: Subscriber) {
        subscriber.joins[id]?.owesHidden = true
        unsentJoins.insert(id)
    }

    // MARK: Blocks

    /// A member's block was made or lifted in this process.
    func blockChanged(member: AccountID, blocked: AccountID, isBlocked: Bool, version: Int64) {
        guard let presence = presences[member], version > presence.blocksVersion else { return }
        guard presence.take(blocked, isBlocked: isBlocked, version: version) else { return reload(member) }
        tellBlock(of: blocked, isBlocked: isBlocked, version: version, presence)
    }

    private func tellBlock(
        of blocked: AccountID, isBlocked: Bool, version: Int64, _ presence: Presence
    ) {
        let notice = BlockChanged(accountId: blocked, blocked: isBlocked, blocksVersion: version)
        let frame = Outgoing.frame(Outgoing.notification(BlockChanged.method, params: notice))
        for subscriber in presence.subscribers.values { subscriber.send(frame, .blockChanged) }
        if isBlocked {
            // The author's posts have to be counted before any hidden count is told again.
            for thread in threads.values { thread.tallies.forget(presence.id) }
        }
        for subscriber in presence.subscribers.values {
            for id in subscriber.joins.keys { owesHidden(id, subscriber) }
        }
        readThreads(of: blocked, after: 0, for: presence)
        schedule()
    }

    /// Finds the threads in which the author has posts: their counts are due to the member's connections.
    private func readThreads(of author: AccountID, after: Int64, for presence: Presence) {
        let watchers = presence.subscribers.values.filter { $0.watchesAll || !$0.watches.isEmpty }
        guard !watchers.isEmpty else { return }
        let page: Int64 = 1_000
        read(Call(.threadsOfAuthor, .int(author.rawValue), .int(after), .int(page))) {
            [weak self] result in
            guard let self, case .success(let rows) = result else { return }
            let ids = rows.map { ThreadID(rawValue: $0.int64("id")) }
            for subscriber in watchers where subscribers[subscriber.id] != nil {
                let mine = subscriber.watchesAll ? ids : ids.filter(subscriber.watches.contains)
                guard !mine.isEmpty else { continue }
                subscriber.owesCounts.formUnion(mine)
                lag(subscriber)
                retriesLagging = true
            }
            readUnknown(ids.filter { threads[$0]?.numbers == nil })
            schedule()
            if rows.count == page, let last = ids.last {
                readThreads(of: author, after: last.rawValue, for: presence)
            }
        }
    }

    private func readUnknown(_ ids: [ThreadID]) {
        for id in ids where !allWatchers.isEmpty || threads[id] != nil { readMissing(live(id)) }
    }

    /// Reads how much the authors whom a member blocks have in a thread; until then the member's connections wait.
    func readAuthors(of thread: LiveThread, for subscriber: Subscriber) {
        guard let presence = subscriber.presence, !presence.isReadingAuthors.contains(thread.id) else {
            return
        }
        // They are read; what the thread has still to hear of comes by itself.
        guard !thread.tallies.isKnown(to: presence.id) else { return }
        presence.isReadingAuthors.insert(thread.id)
        let authors = presence.blocks.sorted()
        thread.tallies.beginReading(authors)
        let call = Call(
            .authorPosts, .array(authors.map { _ in .int(thread.id.rawValue) }),
            .array(authors.map { .int($0.rawValue) }))
        read(call) { [weak self] result in
            guard let self else { return }
            presence.isReadingAuthors.remove(thread.id)
            guard case .success(let rows) = result else { return thread.tallies.failReading() }
            let seq = rows.first?.int64("seq") ?? thread.numbersSeq
            let read = rows.map { row in
                AuthorPosts(
                    author: AccountID(rawValue: row.int64("author_id")), count: row.int64("live_posts"))
            }
            let areAll = presence.blocks.isSubset(of: authors) && presences[presence.id] === presence
            thread.tallies.endReading(read, at: seq, of: areAll ? presence.id : nil)
            thread.wanted = max(thread.wanted, seq)
            if thread.isBehind { readMissing(thread) }
            unsentJoins.insert(thread.id)
            retriesLagging = true
            schedule()
        }
    }

    // MARK: The account itself

    /// Whether a live message may go to the connection: a member's only while all blocks that were made before are known.
    func mayTell(_ subscriber: Subscriber) -> Bool {
        guard let presence = subscriber.presence else { return true }
        return !presence.isBehind && !isDeaf
    }

    /// Reads the account again, for all of its open connections.
    func reload(_ account: AccountID) {
        guard let presence = presences[account] else { return }
        guard !presence.isReading else {
            presence.isStale = true
            return
        }
        presence.isReading = true
        read(Call(.accountState, .int(account.rawValue))) { [weak self] result in
            guard let self else { return }
            presence.isReading = false
            if presence.isStale {
                presence.isStale = false
                return reload(account)
            }
            guard presences[account] === presence, case .success(let rows) = result else { return }
            guard let row = rows.first else { return endSessions(of: presence) { _ in true } }
            let state = MemberState(row: row)
            let live = Set(state.sessions)
            endSessions(of: presence) { session in !live.contains(session) }
            apply(state, to: presence)
            presence.isBehind = false
            for subscriber in presence.subscribers.values { drained(subscriber) }
        }
    }

    private func apply(_ state: MemberState, to presence: Presence) {
        let (isChanged, added, removed) = presence.take(state)
        if isChanged {
            let notice = AccountChanged(account: presence.account, can: presence.permissions)
            let frame = Outgoing.frame(Outgoing.notification(AccountChanged.method, params: notice))
            for subscriber in presence.subscribers.values {
                subscriber.send(frame, .accountChanged)
                onRoleChanged(subscriber.id, presence.account.role)
            }
        }
        watchSuspension(of: presence)
        // Several that were read at once: the last one has the version that was read, and those before it lead up to it.
        let changes = removed.sorted().map { ($0, false) } + added.sorted().map { ($0, true) }
        for (index, (author, isBlocked)) in changes.enumerated() {
            let version = presence.blocksVersion - Int64(changes.count - 1 - index)
            tellBlock(of: author, isBlocked: isBlocked, version: version, presence)
        }
    }

    private func watchSuspension(of presence: Presence) {
        presence.suspensionEnd = nil
        guard let until = presence.suspendedUntil else { return }
        let timer = loop.timer { [weak self] in self?.reload(presence.id) }
        // A clock that jumps is met again at the latest in an hour.
        let wait = min(max(until.milliseconds - Clock.now().milliseconds, 0) + 20, 3_600_000)
        timer.start(afterMs: Int(wait))
        presence.suspensionEnd = timer
    }

    private func endSessions(of presence: Presence, where isOver: (SessionID) -> Bool) {
        for subscriber in presence.subscribers.values {
            guard let session = sessionOf(subscriber.id), isOver(session) else { continue }
            subscriber.end(.sessionEnded)
        }
    }

    /// A like on one of the member's connections, for the others.
    ///
    /// - Parameter own: the connection that did it; nil where another process serves it.
    func liked(_ notice: PostLiked, by member: AccountID?, on own: UInt64?) {
        tell(notice, .postLiked, to: member, but: own)
    }

    /// A member read further on one connection, for the others.
    func read(_ notice: ThreadRead, by member: AccountID?, on own: UInt64?) {
        tell(notice, .threadRead, to: member, but: own)
    }

    private func tell(_ notice: some BoardNotice, _ kind: LiveKind, to member: AccountID?, but own: UInt64?) {
        guard let member, let presence = presences[member] else { return }
        let frame = Outgoing.frame(Outgoing.notification(type(of: notice).method, params: notice))
        for subscriber in presence.subscribers.values where subscriber.id != own && subscriber.hasRoom {
            subscriber.send(frame, kind)
        }
    }

    /// Who is connected, or has joined a thread: the members, and how many connections guests have.
    func present(in thread: ThreadID?) -> (members: [AccountID], guests: Int) {
        let there =
            thread.map { id in Array((threads[id]?.joined ?? [:]).values) } ?? Array(subscribers.values)
        let members = Set(there.compactMap { $0.presence?.id })
        return (members.sorted(), there.count { $0.presence == nil })
    }
}
