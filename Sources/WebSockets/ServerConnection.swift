internal import CWebSockets

/// A listener's connection inside libwebsockets: HTTP, request after request, until it becomes a
/// WebSocket or ends.
final class ServerConnection: Endpoint {
    /// What was decided about the upgrade before libwebsockets had the connection.
    enum Admitted {
        case notAsked
        case granted(AnyObject?)
    }

    private let listener: Listener
    private let address: String
    /// Of the first request, if it has been looked at.
    private var head: RequestHead?
    private var admission: Admitted
    private var exchange: HTTPExchange?
    private var socket: WebSocket?
    /// Whether an admission that was asked for after the upgrade has been answered.
    private var isDecided = false
    private var hasLeft = false
    /// Kept until it is a WebSocket.
    private var place: Place?

    init(
        _ listener: Listener, _ address: String, _ head: RequestHead?, _ admission: Admitted, _ place: Place?
    ) {
        self.place = place
        self.listener = listener
        self.address = address
        self.head = head
        self.admission = admission
        super.init(loop: listener.loop)
    }

    override func event(
        _ event: lws_callback_reasons, _ wsi: OpaquePointer, _ bytes: UnsafeMutableRawBufferPointer
    ) -> Int32 {
        switch event {
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirmUpgrade(wsi, bytes)
        case LWS_CALLBACK_ESTABLISHED: established(wsi)
        case LWS_CALLBACK_RECEIVE: socket?.received(bytes)
        case LWS_CALLBACK_RECEIVE_PONG: socket?.heard()
        case LWS_CALLBACK_SERVER_WRITEABLE: socket?.writable()
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: socket?.peerCloses(bytes)
        case LWS_CALLBACK_CLOSED: socketGone()
        case LWS_CALLBACK_HTTP: request(wsi)
        case LWS_CALLBACK_HTTP_BODY: exchange?.received(bytes)
        case LWS_CALLBACK_HTTP_BODY_COMPLETION: exchange?.bodyComplete()
        case LWS_CALLBACK_HTTP_WRITEABLE: return exchange?.writable() ?? 0
        case LWS_CALLBACK_CLOSED_HTTP: httpGone()
        default: break
        }
        return 0
    }

    override func destroyed() {
        // Usually told before; a connection that never got as far is told here.
        httpGone()
        socketGone()
        leave()
    }

    /// Is counted no longer.
    ///
    /// Harmless twice.
    func leave() {
        guard !hasLeft else { return }
        hasLeft = true
        place = nil
        listener.left(self)
    }

    // MARK: - HTTP

    private func request(_ wsi: OpaquePointer) {
        // An admission is for the very request that was looked at.
        admission = .notAsked
        let exchange = HTTPExchange(listener, wsi, takeHead(wsi))
        self.exchange = exchange
        exchange.begin()
    }

    /// The head looked at has the query as it was sent and all headers, but belongs to one request only.
    private func takeHead(_ wsi: OpaquePointer) -> RequestHead {
        let isSecure = listener.options.isSecure
        guard var first = head else { return RequestHead(wsi, remoteAddress: address, isSecure: isSecure) }
        head = nil
        // libwebsockets resolves "..", and a path must not depend on who read it.
        first.path = RequestHead(wsi, remoteAddress: address, isSecure: isSecure).path
        return first
    }

    private func httpGone() {
        exchange?.gone()
        exchange = nil
    }

    // MARK: - The upgrade

    /// 0 lets libwebsockets go on; -1 closes, after what was written.
    private func confirmUpgrade(_ wsi: OpaquePointer, _ name: UnsafeMutableRawBufferPointer) -> Int32 {
        if case .granted = admission { return 0 }
        head = nil
        let seen = RequestHead(wsi, remoteAddress: address, isSecure: listener.options.isSecure)
        guard seen.isUpgrade else {
            return refuse(.failure(400, "badRequest", "No such upgrade is offered here."), seen, wsi)
        }
        if let refusal = listener.handshake.refusal(of: seen) { return refuse(refusal, seen, wsi) }
        head = seen
        return 0
    }

    private func refuse(_ reply: HTTPReply, _ head: RequestHead, _ wsi: OpaquePointer) -> Int32 {
        listener.delegate?.listener(listener, answered: head.path, with: reply.status)
        let bytes = reply.wire(headOnly: false, keepAlive: false, isHTTP10: false)
        _ = withPadded(bytes) { lws_write(wsi, $0, bytes.count, LWS_WRITE_HTTP_FINAL) }
        return -1
    }

    private func established(_ wsi: OpaquePointer) {
        let socket = WebSocket(
            loop: loop, wsi: wsi, isClient: false, maxMessageBytes: listener.options.maxMessageBytes)
        self.socket = socket
        place = nil
        listener.opened(socket)
        guard let head else { return socket.close(1011, "") }
        self.head = nil
        switch admission {
        case .granted(let admitted):
            admission = .notAsked
            listener.delegate?.listener(listener, opened: socket, head: head, admitted: admitted)
        case .notAsked:
            socket.pauseReading()
            listener.askAdmission(head) { [weak self] in self?.decided($0, head) }
        }
    }

    /// The answer about a connection that is a WebSocket already, and may be gone.
    private func decided(_ admission: Admission, _ head: RequestHead) {
        guard let socket, socket.isOpen, !isDecided else { return }
        isDecided = true
        switch admission {
        case .accept(let admitted):
            listener.delegate?.listener(listener, opened: socket, head: head, admitted: admitted)
            socket.resumeReading()
        case .refuse(let reply):
            let isUnwelcome = reply.status == 401 || reply.status == 403
            socket.close(isUnwelcome ? 4001 : 1013, isUnwelcome ? "Not admitted" : "Try again later")
        }
    }

    private func socketGone() {
        guard let socket else { return }
        self.socket = nil
        listener.gone(socket)
        socket.gone()
    }
}
