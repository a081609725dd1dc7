public import BoardClient
public import BoardClientLinux
public import BoardProtocol

/// A client of a test board: every wait has a deadline, and no notice is lost while nobody looks.
public final class TestClient: Sendable {
    public let client: BoardClient
    public let transport: WebSocketTransport
    private let log = NoticeLog()

    public init(transport: WebSocketTransport) {
        self.transport = transport
        client = BoardClient(transport: transport, noticeLimit: .max)
        Task { [client, log] in
            for await notice in client.notices { await log.add(notice) }
            await log.end(client.ending ?? ConnectionLost())
        }
    }

    // MARK: Asking

    public var hello: Hello {
        get async throws { try await withDeadline("hello") { [client] in try await client.hello } }
    }

    /// Sends a request and waits for its answer.
    @discardableResult
    public func send<Request: BoardRequest>(_ request: Request) async throws -> Request.Reply {
        try await withDeadline("the answer to \(Request.method)") { [client] in try await client.send(request)
        }
    }

    /// Sends a request and returns, for pipelining in this order; the task has the answer.
    public func begin<Request: BoardRequest>(_ request: Request) async -> Task<Request.Reply, any Error> {
        await client.begin(request)
    }

    /// The refusal that a request is answered with; throws when it is carried out.
    public func refusal(of request: some BoardRequest) async throws -> Refusal {
        do {
            let reply = try await send(request)
            throw Unrefused(reply: "\(reply)")
        } catch let refusal as Refusal {
            return refusal
        }
    }

    /// A request was carried out that should have been refused.
    public struct Unrefused: Error { public let reply: String }

    // MARK: Being told

    /// What the server told and no test has taken, oldest first.
    public var unread: [ServerNotice] {
        get async { await log.unread }
    }

    /// Takes the first unread notice of a kind, waiting for it: `next(\.threadChanged) { $0.seq == 3 }`.
    ///
    /// Those before it stay unread. Throws ``ConnectionLost`` when no more can come.
    @discardableResult
    public func next<Notice: Sendable>(
        _ kind: @escaping @Sendable (ServerNotice) -> Notice?, within limit: Duration = patience,
        where isMeant: @escaping @Sendable (Notice) -> Bool = { _ in true }
    ) async throws -> Notice {
        try await withDeadline("a notice of \(Notice.self)", within: limit) { [log] in
            try await log.next { notice in kind(notice).flatMap { isMeant($0) ? $0 : nil } }
        }
    }

    /// Takes the first unread notice of a kind that has come already.
    public func takeUnread<Notice: Sendable>(
        _ kind: @escaping @Sendable (ServerNotice) -> Notice?
    ) async -> Notice? {
        await log.takeUnread(kind)
    }

    // MARK: Ending

    /// Waits until the connection is over; with the server's close code if it gave one.
    @discardableResult
    public func ended(within limit: Duration = patience) async throws -> ConnectionLost {
        try await withDeadline("the connection ends", within: limit) { [log] in try await log.end() }
    }

    public func close() async throws {
        transport.close()
        try await ended()
    }

    /// Cuts the connection without a word.
    public func drop() { transport.drop() }
}
