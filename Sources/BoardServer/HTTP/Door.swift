import BoardCore
import BoardProtocol
import BoardSQL
import WebSockets

/// Where connections come in: who is admitted, as whom, and what plain HTTP is answered.
final class Door: ListenerDelegate {
    private static let connectionsPerAddress = 100

    private(set) var sessions: [UInt64: Session] = [:]
    private var connections: [String: Int] = [:]
    /// Nobody comes in any more.
    var isDraining = false
    /// A session was used again after a while.
    var onStale: (SessionID) -> Void = { _ in }

    /// Those who are still to be closed, and why.
    private var leaving: [(session: Session, reason: CloseReason)] = []
    private lazy var closing = loop.timer { [unowned self] in closeSome() }
    private let loop: Loop
    private let gate: Gate
    private let limitsRates: Bool
    private let registration: Registration
    private let database: Database
    private let dispatcher: Dispatcher
    private let vault: Vault

    init(_ config: Config, loop: Loop, database: Database, dispatcher: Dispatcher, vault: Vault) {
        self.loop = loop
        gate = Gate(config)
        limitsRates = config.limitsRates
        registration = config.registration
        self.database = database
        self.dispatcher = dispatcher
        self.vault = vault
    }

    func listener(
        _ listener: Listener, admits head: RequestHead, decide: @escaping (Admission) -> Void
    ) {
        guard !isDraining else { return decide(.refuse(.draining)) }
        guard gate.admits(origin: head.header("origin"), of: head) else {
            return decide(.refuse(.failure(403, "forbidden", "This origin may not connect.")))
        }
        guard let authorization = head.header("authorization") else { return decide(.accept(nil)) }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return decide(.refuse(.badToken)) }
        let digest = vault.digest(String(parts[1]))
        database.read(Call(.sessionOpen, .bytes(digest))) { result in
            switch result {
            case .failure: decide(.refuse(.away))
            case .success(let rows):
                guard let row = rows.first else { return decide(.refuse(.badToken)) }
                decide(.accept(Admitted(MemberState(row: row))))
            }
        }
    }

    func listener(
        _ listener: Listener, opened socket: WebSocket, head: RequestHead, admitted: AnyObject?
    ) {
        let address = Network.household(of: gate.address(of: head))
        let session = Session(
            socket: socket, address: address, isLimited: limitsRates, registration: registration,
            client: head.header("user-agent"), dispatcher: dispatcher)
        socket.delegate = session
        sessions[session.id] = session
        connections[address, default: 0] += 1
        session.onClosed = { [unowned self] session in closed(session) }
        let member = (admitted as? Admitted)?.member
        session.start(as: member, epoch: database.epoch)
        if let member, member.isStale, let id = member.sessionId { onStale(id) }
        if limitsRates, connections[address, default: 0] > Door.connectionsPerAddress {
            session.close(.policy)
        } else if isDraining {
            session.close(.goingAway)
        }
    }

    /// Closes everybody who is here, some at a time.
    ///
    /// libwebsockets keeps the closing handshakes that it waits for in one sorted list: thousands at once would cost each
    /// of them a walk past all the others.
    func closeAll(_ reason: CloseReason) {
        leaving = sessions.values.map { ($0, reason) }
        closeSome()
    }

    private static let closedAtOnce = 256
    private static let closingPauseMs = 40

    private func closeSome() {
        let some = leaving.suffix(Door.closedAtOnce)
        leaving.removeLast(some.count)
        for (session, reason) in some { session.close(reason) }
        if !leaving.isEmpty { closing.start(afterMs: Door.closingPauseMs) }
    }

    private func closed(_ session: Session) {
        sessions[session.id] = nil
        guard let count = connections[session.address] else { return }
        connections[session.address] = count > 1 ? count - 1 : nil
    }

    func listener(
        _ listener: Listener, requested request: HTTPRequest, respond: @escaping (HTTPReply) -> Void
    ) {
        guard request.head.method == "GET" || request.head.method == "HEAD" else {
            return respond(.failure(405, "methodNotAllowed", "This takes GET only."))
        }
        switch request.head.path {
        case "/healthz":
            respond(.json(200, Array(#"{"status":"ok"}"#.utf8)))
        case "/readyz":
            let isReady = database.isReady && !isDraining
            respond(isReady ? .json(200, Array(#"{"status":"ok"}"#.utf8)) : .away)
        default:
            respond(.failure(404, "notFound", "There is nothing here. WebSockets are at /ws."))
        }
    }
}

/// Carries a member through the handshake.
private final class Admitted {
    let member: MemberState
    init(_ member: MemberState) { self.member = member }
}

extension HTTPReply {
    fileprivate static let badToken = HTTPReply.failure(
        401, "badCredentials", "This token is no longer good. Log in again.")
    fileprivate static let draining = HTTPReply.failure(
        503, "unavailable", "The server is going away. Reconnect in a moment.",
        headers: [("Retry-After", "1")])
    fileprivate static let away = HTTPReply.failure(
        503, "unavailable", "The database is away. Try again in a moment.", headers: [("Retry-After", "1")])
}
