import BoardClient
import BoardClientLinux
public import BoardProtocol

/// A client that keeps what the contract lets it keep, and believes nothing: each frame is checked when it comes, in the
/// order of the wire, against all that came before it.
///
/// What must not be goes to the ledger. Reading anew is left until ``settle()``, so a test decides when.
public actor StrictClient {
    public nonisolated let label: String
    nonisolated let ledger: HistoryLedger

    /// Nil while the client is away.
    private var transport: WebSocketTransport?
    private var pending: [Int64: (Result<JSON, any Error>) -> Void] = [:]
    private var greet: ((Hello) -> Void)?
    private var lastId: Int64 = 0
    /// The close code with which the connection may end.
    private var foreseenEnd: UInt16?

    /// Whose eyes it has; nil for a guest's.
    public internal(set) var account: AccountID?
    /// Whom the viewer blocks, as far as this connection has been told.
    var blocks: Set<AccountID> = []
    var blocksVersion: Int64 = 0
    /// The account is being deleted: its blocks count no longer, though word of them may still come.
    var isLeaving = false
    var epoch: String?
    /// What the last `account.changed` said.
    var can: Permissions.Posting?
    var role: Role?
    public internal(set) var follows: [ThreadID: Follow] = [:]
    public internal(set) var watches: Set<ThreadID> = []
    public internal(set) var watchesAll = false
    var counts: [ThreadID: ThreadCounts] = [:]
    /// Up to which number the counts were told on this connection, or answered when it began to watch.
    var toldCounts: [ThreadID: Int64] = [:]
    var needsListing = false
    /// Whether the viewer likes a post, where this connection was told, has read it or was answered so.
    var liked: [PostID: Bool] = [:]

    /// A joined thread.
    public struct Follow: Sendable {
        var replica: ThreadReplica
        /// The `seq` that the next message has to continue.
        var told: Int64 = 0
        var needsReading = true
        var needsJoining = false
    }

    public init(_ label: String, _ ledger: HistoryLedger) {
        self.label = label
        self.ledger = ledger
    }

    public var isAway: Bool { transport == nil }

    /// Has been told of these rights last.
    public func knows(_ can: Permissions.Posting, _ role: Role) -> Bool {
        (self.can ?? can, self.role ?? role) == (can, role)
    }

    func fault(_ what: String) { ledger.fault("\(label): \(what)") }

    // MARK: Coming and going

    /// Takes over an open connection, and waits for the greeting.
    func open(_ transport: WebSocketTransport) async throws -> Hello {
        self.transport = transport
        foreseenEnd = nil
        let hello = await withTaskCancellationHandler {
            await withCheckedContinuation { (greeted: CheckedContinuation<Hello?, Never>) in
                greet = { greeted.resume(returning: $0) }
                pending[0] = { _ in greeted.resume(returning: nil) }
                Task { [weak self] in
                    do throws(ConnectionLost) {
                        while true {
                            let frame = try await transport.receive()
                            guard let self else { return }
                            await self.take(frame, from: transport)
                        }
                    } catch {
                        await self?.end(error, of: transport)
                    }
                }
            }
        } onCancel: {
            transport.drop()
        }
        guard let hello else { throw ConnectionLost() }
        return hello
    }

    /// Cuts the connection without a word; what is held stays.
    public func drop() {
        guard let gone = transport else { return }
        transport = nil
        gone.drop()
        forgetPending(ConnectionLost())
    }

    /// The server may end the connection now, with this code.
    public func foresee(end code: UInt16) { foreseenEnd = code }

    private func end(_ lost: ConnectionLost, of gone: WebSocketTransport) {
        guard gone === transport else { return }
        transport = nil
        if foreseenEnd == nil || foreseenEnd != lost.closeCode {
            fault("the connection ended: \(lost), foreseen: \(String(describing: foreseenEnd))")
        }
        forgetPending(lost)
    }

    private func forgetPending(_ lost: ConnectionLost) {
        greet = nil
        let all = pending
        pending = [:]
        for done in all.values { done(.failure(lost)) }
    }

    // MARK: Asking

    /// Sends a request and waits for its answer; `taking` runs when the answer comes, before any later frame is looked at.
    func ask<Request: BoardRequest>(
        _ request: Request, _ taking: @escaping (Request.Reply) -> Void = { _ in }
    ) async throws -> Request.Reply {
        guard let transport else { throw ConnectionLost() }
        lastId += 1
        let id = lastId
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                (done: CheckedContinuation<Request.Reply, any Error>) in
                pending[id] = { result in
                    do {
                        let reply = try JSONCoding.decode(Request.Reply.self, from: result.get())
                        taking(reply)
                        done.resume(returning: reply)
                    } catch {
                        done.resume(throwing: error)
                    }
                }
                transport.send(Outgoing.request(.integer(id), method: Request.method, params: request))
            }
        } onCancel: {
            transport.drop()
        }
    }

    /// For requests that change nothing of what is held.
    @discardableResult
    public func send<Request: BoardRequest>(_ request: Request) async throws -> Request.Reply {
        try await ask(request)
    }

    // MARK: Frames

    private func take(_ frame: [UInt8], from source: WebSocketTransport) {
        guard source === transport else { return }
        do {
            switch try IncomingMessage.read(frame) {
            case .reply(.integer(let id), let result): pending.removeValue(forKey: id)?(.success(result))
            case .refusal(.integer(let id)?, let refusal):
                pending.removeValue(forKey: id)?(.failure(refusal))
            case .notification(let method, let params): try take(method, params)
            default: fault("an answer to nothing: \(String(decoding: frame, as: UTF8.self))")
            }
        } catch {
            fault("\(error) in \(String(decoding: frame, as: UTF8.self))")
        }
    }

    private func take(_ method: String, _ params: JSON) throws {
        func read<Notice: BoardNotice>(_ type: Notice.Type) throws -> Notice {
            try JSONCoding.decode(type, from: params)
        }
        switch method {
        case Hello.method:
            pending[0] = nil
            greet?(try read(Hello.self))
            greet = nil
        case ThreadChanged.method: take(try read(ThreadChanged.self))
        case CountsChanged.method: take(try read(CountsChanged.self))
        case BlockChanged.method: take(try read(BlockChanged.self))
        case PostLiked.method:
            let notice = try read(PostLiked.self)
            liked[notice.postId] = notice.liked
        case AccountChanged.method:
            let notice = try read(AccountChanged.self)
            if notice.account.id != account { fault("account.changed of another account") }
            can = notice.can.post
            role = notice.account.role
        default: fault("an unknown notification, \(method)")
        }
    }
}
