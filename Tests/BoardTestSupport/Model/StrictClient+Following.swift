public import BoardClientLinux
public import BoardProtocol

/// Joining, watching and reading as the contract says that a client should.
extension StrictClient {
    /// Connects for the first time or again; goes on with all that was joined and watched.
    ///
    /// - Parameter blocks: whom the viewer blocks now.
    public func connect(
        _ transport: WebSocketTransport, as viewer: AccountID?, blocks: Set<AccountID>
    ) async throws {
        let hello = try await open(transport)
        if hello.session.account.value?.id != viewer {
            fault("connected as \(String(describing: hello.session.account.value))")
        }
        let (oldEpoch, oldVersion, isAnother) = (epoch, blocksVersion, account != viewer)
        let version = hello.session.blocksVersion.value ?? 0
        setViewer(viewer, blocks: blocks, version: version)
        epoch = hello.epoch
        liked = [:]
        let isVoid = oldEpoch != hello.epoch || oldVersion != version
        for (id, follow) in follows {
            // Whoever changes account reads anew, and so begins anew.
            let since = isAnother ? nil : follow.replica.since
            if since == nil { follows[id] = Follow(replica: ThreadReplica(threadId: id)) }
            try await join(id, since: since, epoch: oldEpoch, version: oldVersion, isVoid: isVoid)
        }
        (counts, toldCounts) = ([:], [:])
        let ids = watches.sorted()
        // What is not there is not watched; on an old connection it would stay so.
        watches = []
        if !ids.isEmpty { try await watch(ids) }
        if watchesAll { try await watchAll() }
    }

    /// The connection is another viewer's from here on.
    func setViewer(_ viewer: AccountID?, blocks: Set<AccountID>, version: Int64) {
        account = viewer
        self.blocks = blocks
        blocksVersion = version
        can = nil
        role = nil
    }

    /// Logs in as another member, over the same connection.
    public func become(_ viewer: AccountID, token: String, blocks: Set<AccountID>) async throws {
        _ = try await ask(ResumeSession(token: token)) { [self] reply in
            if reply.account.id != viewer { fault("resumed as \(reply.account)") }
            change(to: viewer, blocks: blocks, version: reply.blocksVersion)
        }
    }

    public func logOut() async throws {
        _ = try await ask(LogOut()) { [self] _ in change(to: nil, blocks: [], version: 0) }
    }

    /// Deletes the account, and goes on as a guest.
    public func deleteAccount(password: String) async throws {
        // It is a guest's once the account is gone; the answer comes when all that it left behind has been dealt with.
        blocks = []
        isLeaving = true
        defer { isLeaving = false }
        _ = try await ask(DeleteAccount(password: password)) { [self] _ in
            change(to: nil, blocks: [], version: 0)
        }
    }

    public func register(_ name: String, password: String) async throws -> Register.Reply {
        try await ask(Register(name: name, password: password)) { [self] reply in
            change(to: reply.account.id, blocks: [], version: reply.blocksVersion)
        }
    }

    private func change(to viewer: AccountID?, blocks: Set<AccountID>, version: Int64) {
        setViewer(viewer, blocks: blocks, version: version)
        // What is subscribed stays so; what was read was another's.
        for (id, follow) in follows {
            var anew = Follow(replica: ThreadReplica(threadId: id), told: follow.told)
            _ = anew.replica.apply(
                JoinThread.Reply(
                    seq: follow.told, postCount: follow.replica.postCount,
                    hiddenCount: follow.replica.hiddenCount,
                    changes: [], complete: true, reset: .value(true)))
            follows[id] = anew
        }
        liked = [:]
        needsListing = watchesAll
    }

    // MARK: Threads

    /// False where there is no such thread.
    @discardableResult
    public func join(_ id: ThreadID) async throws -> Bool {
        guard follows[id] == nil else { return true }
        return try await join(id, since: nil, epoch: epoch, version: blocksVersion, isVoid: false)
    }

    @discardableResult
    private func join(
        _ id: ThreadID, since: Int64?, epoch: String?, version: Int64, isVoid: Bool
    ) async throws -> Bool {
        var since = since
        do {
            while true {
                let request = JoinThread(threadId: id, since: since, epoch: epoch, blocksVersion: version)
                let reply = try await ask(request) { [self] in takeJoin($0, request, isVoid: isVoid) }
                if reply.complete { return true }
                since = reply.seq
            }
        } catch let refusal as Refusal where refusal.reason == .notFound {
            follows[id] = nil
            return false
        }
    }

    private func takeJoin(_ reply: JoinThread.Reply, _ request: JoinThread, isVoid: Bool) {
        let id = request.threadId
        var follow = follows[id] ?? Follow(replica: ThreadReplica(threadId: id))
        let since = request.since ?? reply.seq
        let isReset = reply.reset.value == true
        if isReset != (isVoid && request.since != nil) { fault("\(request) was answered with \(reply)") }
        if reply.seq < since, !isReset { fault("\(request) went back to \(reply.seq)") }
        check(reply.changes, of: id, after: isReset ? 0 : since, upTo: reply.seq)
        follow.needsJoining = false
        if case .reset = follow.replica.apply(reply) {
            follow.needsReading = true
        }
        follow.told = reply.seq
        follows[id] = follow
    }

    public func leave(_ id: ThreadID) async throws {
        _ = try await ask(LeaveThread(threadId: id)) { [self] _ in follows[id] = nil }
    }

    /// Reads anew what has to be, until nothing more has.
    public func settle() async throws {
        while !isAway {
            if let (id, follow) = follows.first(where: { $0.value.needsJoining || $0.value.needsReading }) {
                if follow.needsJoining {
                    try await join(
                        id, since: follow.replica.since, epoch: epoch, version: blocksVersion, isVoid: false)
                } else {
                    try await read(id)
                }
            } else if needsListing {
                try await list()
            } else {
                return
            }
        }
    }

    private func read(_ id: ThreadID) async throws {
        follows[id]?.needsReading = false
        do {
            _ = try await ask(GetThread(threadId: id)) { [self] in follows[id]?.replica.apply($0.thread) }
            var request = ListPosts(threadId: id, order: .oldest, limit: 7)
            repeat {
                request.cursor = try await ask(request) { [self] in takePage($0, of: id) }.nextCursor
            } while request.cursor != nil
        } catch let refusal as Refusal where refusal.reason == .notFound {
            // The message that ends the subscription is on its way, or has come.
        }
    }

    private func takePage(_ page: ListPosts.Reply, of id: ThreadID) {
        guard follows[id] != nil else { return }
        for post in page.posts {
            checkVisible(post)
            liked[post.id] = post.liked.value
        }
        if follows[id]?.replica.apply(page) == .gap { follows[id]?.needsJoining = true }
    }

    // MARK: Counts

    public func watch(_ ids: [ThreadID]) async throws {
        _ = try await ask(WatchCounts(threadIds: ids)) { [self] reply in
            for entry in reply.counts {
                watches.insert(entry.threadId)
                toldCounts[entry.threadId] = max(entry.seq, toldCounts[entry.threadId] ?? 0)
                hold(entry)
            }
        }
    }

    public func watchAll() async throws {
        _ = try await ask(WatchCounts(all: true)) { [self] _ in watchesAll = true }
        try await list()
    }

    /// Watches nothing any more.
    public func unwatch() async throws {
        _ = try await ask(UnwatchCounts(all: true)) { [self] _ in
            (watches, watchesAll, needsListing) = ([], false, false)
            (counts, toldCounts) = ([:], [:])
        }
    }

    private func list() async throws {
        needsListing = false
        // What went while its author was blocked was told to nobody.
        counts = counts.filter { watches.contains($0.key) }
        var request = ListThreads(limit: 5)
        repeat {
            request.cursor = try await ask(request) { [self] reply in
                for thread in reply.threads {
                    hold(
                        ThreadCounts(
                            threadId: thread.id, postCount: .value(thread.postCount),
                            hiddenCount: thread.hiddenCount, seq: thread.seq))
                }
            }.nextCursor
        } while request.cursor != nil
    }

    private func hold(_ entry: ThreadCounts) {
        if entry.seq >= counts[entry.threadId]?.seq ?? 0 { counts[entry.threadId] = entry }
    }
}
