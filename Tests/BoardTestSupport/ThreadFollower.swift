import BoardClient
public import BoardProtocol

/// What a client makes of a joined thread: a replica from the join, the pages read once, and the messages since.
///
/// It takes messages when asked to, in the order in which they came, so a test decides when.
public actor ThreadFollower {
    public nonisolated let threadId: ThreadID
    /// Whose eyes it has; nil for a guest's.
    public nonisolated let token: String?
    public private(set) var client: TestClient
    public private(set) var replica: ThreadReplica
    /// How often a message did not continue what was held.
    public private(set) var gaps = 0
    /// How often the server said to read anew.
    public private(set) var resets = 0

    private var epoch: String?
    private var blocksVersion: Int64?

    init(_ threadId: ThreadID, token: String?, client: TestClient) {
        self.threadId = threadId
        self.token = token
        self.client = client
        replica = ThreadReplica(threadId: threadId)
    }

    /// Joins and reads everything.
    func begin() async throws {
        let hello = try await client.hello
        epoch = hello.epoch
        blocksVersion = hello.session.blocksVersion.value
        try await join()
        try await readAnew()
    }

    /// Goes on with another connection, from where the replica has come to.
    public func resume(with client: TestClient) async throws {
        self.client = client
        try await join()
    }

    /// Takes messages until the replica has come to `seq`, or the thread is gone.
    public func reach(_ seq: Int64) async throws {
        while replica.since ?? 0 < seq, !replica.isDeleted {
            let notice = try await client.next { [threadId] in ThreadFollower.concerns($0, threadId) }
            try await take(notice)
        }
    }

    /// Takes the messages that have come already.
    public func takeUnread() async throws {
        while let notice = await client.takeUnread({ [threadId] in ThreadFollower.concerns($0, threadId) }) {
            try await take(notice)
        }
    }

    // MARK: Steps

    private static func concerns(_ notice: ServerNotice, _ threadId: ThreadID) -> ServerNotice? {
        switch notice {
        case .threadChanged(let message): message.threadId == threadId ? notice : nil
        case .blockChanged, .missed: notice
        default: nil
        }
    }

    private func take(_ notice: ServerNotice) async throws {
        switch notice {
        case .threadChanged(let message):
            guard replica.apply(message) == .gap else { return }
            gaps += 1
            try await join()
        case .blockChanged(let change):
            blocksVersion = change.blocksVersion
            if change.blocked { replica.hide(change.accountId) } else { try await readAnew() }
        default:
            try await join()
        }
    }

    private func join() async throws {
        while true {
            let reply = try await client.send(
                JoinThread(
                    threadId: threadId, since: replica.since, epoch: epoch, blocksVersion: blocksVersion))
            switch replica.apply(reply) {
            case .ended: return
            case .applied, .gap: if reply.complete { return }
            case .reset:
                resets += 1
                let hello = try await client.hello
                epoch = hello.epoch
                blocksVersion = hello.session.blocksVersion.value
                return try await readAnew()
            }
        }
    }

    private func readAnew() async throws {
        replica.apply(try await client.send(GetThread(threadId: threadId)).thread)
        var pages: [ListPosts.Reply] = []
        try await ThreadReading.eachPage(of: threadId, with: client) { pages.append($0) }
        for page in pages { replica.apply(page) }
    }
}
