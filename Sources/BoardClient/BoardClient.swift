public import BoardProtocol

/// One connection to a board: typed requests out, their answers and the server's notices in.
///
/// Any number of requests may be under way. When the connection ends, all of them fail with
/// ``ConnectionLost``, and so does every later one; ``notices`` ends after those that had come.
/// A client that is let go closes its connection.
public actor BoardClient {
    private enum Connection {
        case open
        case ended(ConnectionLost)
    }

    /// What is waited for.
    private enum Question: Hashable {
        case hello
        case reply(Int64)
        case notice
    }

    private let transport: any BoardTransport
    private var connection = Connection.open
    private var hellos = Awaited<Hello>()
    private var replies: [Int64: Awaited<JSON>] = [:]
    private var lastRequest: Int64 = 0
    private var lastTicket: UInt64 = 0
    private var queue: NoticeQueue
    private var noticeReader: (ticket: UInt64, CheckedContinuation<ServerNotice?, Never>)?

    /// Takes over a transport that is open, and that nobody else reads.
    ///
    /// - Parameter noticeLimit: how many notices are kept for a reader who is late.
    public init(transport: any BoardTransport, noticeLimit: Int = 10_000) {
        self.transport = transport
        queue = NoticeQueue(limit: noticeLimit)
        Task { [weak self] in
            do throws(ConnectionLost) {
                while true {
                    let message = try await transport.receive()
                    guard let self else { return }
                    try await self.take(message)
                }
            } catch {
                await self?.end(error)
            }
        }
    }

    deinit { transport.close() }

    // MARK: Asking

    /// The server's greeting: waits until it has come.
    public var hello: Hello {
        get async throws {
            let ticket = nextTicket()
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { hellos.add($0, ticket: ticket) }
            } onCancel: {
                Task { await self.cancel(.hello, ticket) }
            }
        }
    }

    /// Why the connection is over; nil while it is not.
    public var ending: ConnectionLost? {
        guard case .ended(let lost) = connection else { return nil }
        return lost
    }

    /// Sends a request and waits for its answer.
    ///
    /// Throws the server's ``Refusal``, ``ConnectionLost``, a `JSONError` for an answer that is not what the
    /// type expects, or `CancellationError`; cancelling does not take a sent request back.
    public func send<Request: BoardRequest>(_ request: Request) async throws -> Request.Reply {
        try await reply(to: dispatch(request), of: Request.self)
    }

    /// Sends a request and returns; the task has its answer.
    ///
    /// For pipelining in a certain order, which is that of the calls.
    public func begin<Request: BoardRequest>(_ request: Request) -> Task<Request.Reply, any Error> {
        let id = dispatch(request)
        return Task { try await reply(to: id, of: Request.self) }
    }

    /// Ends the connection, once what was sent has gone out.
    public func close() { transport.close() }

    private func dispatch<Request: BoardRequest>(_ request: Request) -> Int64 {
        lastRequest += 1
        var reply = Awaited<JSON>()
        switch connection {
        case .open:
            transport.send(Outgoing.request(.integer(lastRequest), method: Request.method, params: request))
        case .ended(let lost):
            reply.settle(.failure(lost))
        }
        replies[lastRequest] = reply
        return lastRequest
    }

    private func reply<Request: BoardRequest>(to id: Int64, of: Request.Type) async throws -> Request.Reply {
        let ticket = nextTicket()
        defer { replies[id] = nil }
        let result = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { replies[id]?.add($0, ticket: ticket) }
        } onCancel: {
            Task { await self.cancel(.reply(id), ticket) }
        }
        return try JSONCoding.decode(Request.Reply.self, from: result)
    }

    private func nextTicket() -> UInt64 {
        lastTicket += 1
        return lastTicket
    }

    private func cancel(_ question: Question, _ ticket: UInt64) {
        switch question {
        case .hello: hellos.cancel(ticket: ticket)
        case .reply(let id): replies[id]?.cancel(ticket: ticket)
        case .notice:
            guard let reader = noticeReader, reader.ticket == ticket else { return }
            noticeReader = nil
            reader.1.resume(returning: nil)
        }
    }

    // MARK: Being told

    /// All that the server tells by itself, the greeting included; for one reader.
    public nonisolated var notices: Notices { Notices(client: self) }

    func nextNotice() async -> ServerNotice? {
        if let notice = queue.removeFirst() { return notice }
        guard case .open = connection else { return nil }
        precondition(noticeReader == nil, "Notices are for one reader")
        let ticket = nextTicket()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { noticeReader = (ticket, $0) }
        } onCancel: {
            Task { await self.cancel(.notice, ticket) }
        }
    }

    private func tell(_ notice: ServerNotice) {
        guard let reader = noticeReader else { return queue.append(notice) }
        noticeReader = nil
        reader.1.resume(returning: notice)
    }

    // MARK: What comes in

    private func take(_ message: [UInt8]) throws(ConnectionLost) {
        let incoming: IncomingMessage
        do {
            incoming = try IncomingMessage.read(message)
        } catch {
            transport.close()
            throw ConnectionLost(reason: "The server does not speak the protocol: \(error)")
        }
        switch incoming {
        case .reply(let id, let result): settle(id, .success(result))
        case .refusal(let id?, let refusal): settle(id, .failure(refusal))
        case .refusal(nil, let refusal): tell(.refused(refusal))
        case .notification(let method, let params):
            let notice = ServerNotice(method: method, params: params)
            if case .hello(let hello) = notice { hellos.settle(.success(hello)) }
            tell(notice)
        }
    }

    /// An answer that nobody waits for any more is dropped.
    private func settle(_ id: RequestID, _ result: Result<JSON, any Error>) {
        guard case .integer(let number) = id else { return }
        replies[number]?.settle(result)
    }

    private func end(_ lost: ConnectionLost) {
        connection = .ended(lost)
        hellos.settle(.failure(lost))
        for id in replies.keys { replies[id]?.settle(.failure(lost)) }
        noticeReader?.1.resume(returning: nil)
        noticeReader = nil
    }
}
