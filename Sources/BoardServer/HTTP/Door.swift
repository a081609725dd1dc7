import BoardCore
import BoardProtocol
import BoardSQL
import WebSockets

/// Where connections come in: who is admitted, as whom, and what plain HTTP is answered.
final class Door: ListenerDelegate {
    private(set) var sessions: [UInt64: Session] = [:]
    private var connections = ConnectionCounts()
    /// An address has so many connections here that other processes have to know.
    var onCrowd: (_ address: String, _ count: Int) -> Void = { _, _ in }
    /// Requests of plain HTTP that are not answered yet.
    private var requests = Tally()
    private static let requestsOfAddress = 100
    /// Nobody comes in any more.
    var isDraining = false
    /// Those who are still to be closed, and why.
    private var leaving: [(session: Session, reason: CloseReason)] = []
    private lazy var closing = loop.timer { [unowned self] in closeSome() }
    private let loop: Loop
    private let gate: Gate
    private let doorman: Doorman
    private let database: Database
    private let dispatcher: Dispatcher
    private let metrics: Metrics
    private let log: Log
    /// Why nothing can be served for now, where people have to do something about it.
    var obstacle: String?
    private let rpc: RPCDesk
    private let session: SessionDesk
    private let numbers: MetricsDesk
    private lazy var routes = Routes([
        Route("/healthz", ["GET"]) { _, respond in respond(.json(200, Array(#"{"status":"ok"}"#.utf8))) },
        Route("/readyz", ["GET"]) { [unowned self] _, respond in respond(readiness) },
        rpc.route, session.route, numbers.route,
    ])

    init(
        gate: Gate, doorman: Doorman, loop: Loop, database: Database, dispatcher: Dispatcher,
        metrics: Metrics,
        log: Log
    ) {
        self.log = log
        self.metrics = metrics
        self.loop = loop
        self.gate = gate
        self.doorman = doorman
        self.database = database
        self.dispatcher = dispatcher
        rpc = RPCDesk(gate: gate, doorman: doorman, dispatcher: dispatcher)
        session = SessionDesk(gate: gate, doorman: doorman, dispatcher: dispatcher)
        numbers = MetricsDesk(gate: gate, metrics: metrics)
        metrics.paths = routes.paths + ["/ws"]
    }

    func listener(
        _ listener: Listener, admits head: RequestHead, decide: @escaping (Admission) -> Void
    ) {
        guard !isDraining else { return decide(.refuse(.draining)) }
        guard gate.admits(head) else {
            refused(gate.viewer(of: head).address, because: "foreign origin")
            return decide(.refuse(.foreignOrigin))
        }
        doorman.identify(Doorman.Credentials(head)) { finding in
            switch finding {
            case .guest: decide(.accept(nil))
            case .member(let member): decide(.accept(Admitted(member)))
            case .badToken: decide(.refuse(.badToken))
            case .away: decide(.refuse(.away))
            }
        }
    }

    func listener(
        _ listener: Listener, opened socket: WebSocket, head: RequestHead, admitted: AnyObject?
    ) {
        let session = Session(socket: socket, viewer: gate.viewer(of: head), dispatcher: dispatcher)
        let address = session.viewer.address
        socket.delegate = session
        metrics.opened += 1
        metrics.replied(to: head.path, with: 101)
        sessions[session.id] = session
        if let count = connections.add(address) { onCrowd(address, count) }
        session.onClosed = { [unowned self] session in closed(session) }
        session.start(as: (admitted as? Admitted)?.member, epoch: database.epoch)
        if session.viewer.isLimited, connections.isOverLimit(address) {
            turnedAway(address)
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
        metrics.closed(session.socket.endCode)
        let address = session.viewer.address
        if session.socket.endCode == CloseReason.sessionEnded.code {
            let account = session.viewer.accountId?.description ?? "none"
            log.info("session ended", [.account: account, .address: address])
        }
        if let count = connections.remove(address) { onCrowd(address, count) }
    }

    /// Another process counts so many connections of an address.
    func hear(_ crowd: BusMessage.Counted, of process: String) {
        connections.hear(Int(crowd.count), at: crowd.key, of: process, at: loop.now)
    }

    /// Tells again what other processes may not have heard, and forgets those that are gone.
    func repeatCrowds() {
        connections.forgetSilent(at: loop.now)
        for (address, count) in connections.crowded.prefix(1_000) { onCrowd(address, count) }
    }

    func listener(
        _ listener: Listener, requested request: HTTPRequest, respond: @escaping (HTTPReply) -> Void
    ) {
        // Those who come through a proxy share its connections, so that here alone they can be told apart.
        let viewer = gate.viewer(of: request.head)
        guard !viewer.isLimited || requests[viewer.address] < Door.requestsOfAddress else {
            turnedAway(viewer.address)
            return respond(.tooManyConnections)
        }
        requests.add(viewer.address)
        routes.answer(request) { [weak self] reply in
            self?.requests.remove(viewer.address)
            respond(reply)
        }
    }

    // MARK: Who does not come in

    /// Whom a peer's connections count for while nothing more is known of it; nil for a proxy, which speaks for many.
    func group(of peer: String) -> String? { gate.group(of: peer) }

    func listener(_ listener: Listener, turnedAway peer: String) {
        turnedAway(Network.household(of: peer))
    }

    private func turnedAway(_ address: String) {
        metrics.turnedAway(by: .connections)
        refused(address, because: "too many connections")
    }

    private func refused(_ address: String, because reason: String) {
        log.info("connection refused", [.address: address, .detail: reason])
    }

    // MARK: What is known of it

    func listener(_ listener: Listener, answered path: String, with status: Int) {
        metrics.replied(to: path, with: status)
    }

    private var readiness: HTTPReply {
        guard database.isReady, !isDraining else {
            guard let obstacle else { return isDraining ? .draining : .away }
            return HTTPReply(Refusal(.unavailable, obstacle, retryAfterMs: 5_000))
        }
        let warnings = JSON.array(database.warnings.map { .string($0) })
        let body: JSON = .object([
            JSONMember(name: "status", value: "ok"), JSONMember(name: "warnings", value: warnings),
        ])
        return .json(200, body.bytes)
    }
}

/// Carries a member through the handshake.
private final class Admitted {
    let member: MemberState
    init(_ member: MemberState) { self.member = member }
}
