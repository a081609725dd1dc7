import BoardCore
import BoardProtocol
import WebSockets

/// One connection: takes its requests in order, keeps to the contract's order of effects, sends the answers.
///
/// Writes take effect in the order sent and share transactions; a read waits for the writes before it; what changes the
/// viewer or the subscriptions runs alone. At most ``requestLimit`` requests are taken in; then reading stops until some
/// are answered, and so it does while the client does not read its answers.
final class Session: WebSocketDelegate, LiveConnection, Caller {
    /// Requests taken in and not yet answered.
    private static let requestLimit = 64
    /// Reads under way at a time: their answers may be large.
    private static let readLimit = 8
    /// Bytes not yet taken by the client, above which nothing live is sent and no request is begun.
    private static let outgoingLimit = 524_288

    let id: UInt64
    private(set) var viewer: Viewer
    let socket: WebSocket
    private let dispatcher: Dispatcher
    private(set) lazy var subscriber = dispatcher.hub.add(self, id: id)
    var listener: Subscriber? { subscriber }

    private var waiting: [IncomingRequest] = []
    private var reads = 0
    private var writes = 0
    private var isAlone = false
    /// Somebody asked for the session while it could not be told.
    private var isQuestioned = false
    private var isPaused = false
    private var isClosed = false
    var onClosed: (Session) -> Void = { _ in }

    init(socket: WebSocket, viewer: Viewer, dispatcher: Dispatcher) {
        id = socket.id
        self.socket = socket
        self.viewer = viewer
        self.dispatcher = dispatcher
    }

    /// Greets the client, as the member it came in as, if any.
    func start(as member: MemberState?, epoch: String?) {
        if let member { signIn(member) }
        let session = Hello.Session(
            role: viewer.role, account: .orMissing(subscriber.presence?.account),
            blocksVersion: .orMissing(subscriber.presence?.blocksVersion))
        let hello = Hello(
            server: Version.server, protocol: Version.protocolName, epoch: epoch, session: session,
            limits: .current)
        send(Outgoing.frame(Outgoing.notification(Hello.method, params: hello)))
    }

    // MARK: Who it is

    func signIn(_ member: MemberState) {
        viewer = viewer.signedIn(as: member.account.id, member.sessionId, role: member.account.role)
        dispatcher.hub.signIn(subscriber, as: member)
    }

    func signOut() {
        viewer = viewer.signedIn(as: nil, nil, role: .guest)
        dispatcher.hub.signOut(subscriber)
    }

    /// The session that the connection is on; nil for a guest, and while a request under way may change it: then the
    /// account is looked at again once that request is answered.
    func settledSession() -> SessionID? {
        guard isAlone else { return viewer.sessionId }
        isQuestioned = true
        return nil
    }

    func move(to session: SessionID) { viewer.sessionId = session }
    func take(_ role: Role) { if viewer.accountId != nil { viewer.role = role } }

    // MARK: Requests

    func webSocket(_ socket: WebSocket, received text: [UInt8]) {
        guard !isClosed else { return }
        switch Incoming.read(text) {
        case .bad(let id, let refusal):
            send(Outgoing.frame(Outgoing.refusal(id, refusal)))
        case .request(let request):
            waiting.append(request)
            proceed()
        }
        pauseOrResume()
    }

    /// Begins what may begin now.
    private func proceed() {
        while let request = waiting.first, !isAlone, socket.queuedBytes < Session.outgoingLimit {
            let kind = dispatcher.kind(of: request.method)
            switch kind {
            case .write: writes += 1
            case .read:
                guard writes == 0, reads < Session.readLimit else { return }
                reads += 1
            case .alone:
                guard writes == 0, reads == 0 else { return }
                isAlone = true
            }
            waiting.removeFirst()
            dispatcher.run(request, for: self) { [weak self] answer in
                self?.finish(request, kind, answer)
            }
        }
    }

    private func finish(_ request: IncomingRequest, _ kind: Dispatcher.Kind, _ answer: Dispatcher.Answer) {
        switch kind {
        case .write: writes -= 1
        case .read: reads -= 1
        case .alone: isAlone = false
        }
        guard !isClosed else { return }
        if isQuestioned, !isAlone {
            isQuestioned = false
            if let account = viewer.accountId { dispatcher.hub.reload(account) }
        }
        if let id = request.id {
            switch answer {
            case .reply(let encode): send(Outgoing.frame(encode(id)))
            case .refusal(let refusal): send(Outgoing.frame(Outgoing.refusal(id, refusal)))
            }
        }
        proceed()
        pauseOrResume()
    }

    private func pauseOrResume() {
        let underWay = waiting.count + reads + writes + (isAlone ? 1 : 0)
        let isFull = underWay >= Session.requestLimit || socket.queuedBytes >= Session.outgoingLimit
        if isFull, !isPaused {
            isPaused = true
            socket.pauseReading()
        } else if isPaused, underWay <= Session.requestLimit / 2, socket.queuedBytes < Session.outgoingLimit {
            isPaused = false
            socket.resumeReading()
        }
    }

    // MARK: Sending

    var hasRoom: Bool { !isClosed && socket.queuedBytes < Session.outgoingLimit / 2 }

    func send(_ frame: SharedFrame) {
        if !isClosed { socket.send(frame) }
    }

    func close(_ reason: CloseReason) { socket.close(reason.code, reason.text) }

    func webSocketDrained(_ socket: WebSocket) {
        guard !isClosed else { return }
        dispatcher.hub.drained(subscriber)
        proceed()
        pauseOrResume()
    }

    func webSocketClosed(_ socket: WebSocket) {
        isClosed = true
        waiting = []
        dispatcher.hub.remove(subscriber)
        onClosed(self)
    }
}
