internal import CWebSockets
internal import Glibc

/// Listens on one port for WebSockets and plain HTTP, on one loop.
///
/// Whether a client may have a WebSocket is asked before libwebsockets sees the connection, because
/// it wants the answer at once and a token is looked up in a database. Its delegate is held until
/// the loop is closed.
public final class Listener {
    public let port: Int
    let loop: Loop
    let options: ListenerOptions
    let handshake: Handshake
    private(set) var delegate: (any ListenerDelegate)?

    private var accepting: AcceptSocket?
    private var arrivals: [Int32: Arrival] = [:]
    private var sockets: [UInt64: WebSocket] = [:]
    /// How many connections of each group are no WebSockets.
    var others: [String: Int] = [:]
    /// Whom a peer's address counts for; nil for nobody.
    public var groupOf: (_ peer: String) -> String? = { _ in nil }
    /// Requests that are being answered.
    public internal(set) var answering = 0
    /// Connections that libwebsockets has, WebSockets among them.
    private var adopted = 0
    private var wheel: IdleWheel
    private var tick: LoopTimer?
    private let vhost: OpaquePointer
    /// Where heads are looked at; one is enough, since nothing is kept in it.
    let headRoom: UnsafeMutableRawBufferPointer

    public init(
        loop: Loop, options: ListenerOptions, delegate: any ListenerDelegate
    ) throws(WebSocketError) {
        guard let vhost = makeVhost(loop, options) else {
            throw WebSocketError("libwebsockets cannot make a virtual host; are the TLS files right?")
        }
        self.vhost = vhost
        self.loop = loop
        self.options = options
        self.delegate = delegate
        handshake = Handshake(options)
        wheel = IdleWheel(seconds: max(options.pingAfterS, options.dropAfterS), now: loop.now)
        headRoom = .allocate(byteCount: options.maxHeaderBytes, alignment: 1)

        // In two steps: the closure needs self, and self its port.
        final class Door { weak var listener: Listener? }
        let door = Door()
        let socket: AcceptSocket
        do {
            socket = try AcceptSocket(loop: loop, options: options) { descriptor, address in
                guard let listener = door.listener else {
                    CWebSockets.close(descriptor)
                    return
                }
                listener.accepted(descriptor, address)
            }
        } catch {
            headRoom.deallocate()
            throw error
        }
        port = socket.port
        accepting = socket
        door.listener = self
        let tick = loop.timer { [weak self] in self?.everySecond() }
        tick.start(afterMs: 1_000, everyMs: 1_000)
        self.tick = tick
        loop.atClose { [weak self] in self?.loopCloses() }
        loop.afterClose { [weak self] in self?.delegate = nil }
    }

    deinit {
        headRoom.deallocate()
    }

    /// WebSockets that are open, or closing and not yet gone.
    public var openSockets: Int { sockets.count }

    /// Connections that are no WebSockets: those whose head has not come, and those that speak plain HTTP.
    public var otherConnections: Int { arrivals.count + adopted - sockets.count }

    /// Frees the port.
    ///
    /// Connections made go on, those still waiting for an answer too.
    public func stopAccepting() {
        accepting = nil
    }

    private func accepted(_ descriptor: Int32, _ address: String) {
        guard arrivals.count + adopted < options.maxConnections else {
            return turnAway(descriptor, address, Listener.full)
        }
        let group = groupOf(address)
        if let group, others[group] ?? 0 >= options.maxOthersOfGroup {
            return turnAway(descriptor, address, Listener.tooMany)
        }
        let place = group.map { Place(of: $0, in: self) }
        if options.isSecure {
            // Nothing can be seen of what is encrypted: such a client is asked about afterwards.
            return adopt(descriptor, address, head: nil, admission: .notAsked, place: place)
        }
        if arrivals.count >= options.maxWaiting {
            // Whoever says nothing makes room for who may have something to say.
            guard let idler = arrivals.values.first(where: \.isReading) else {
                CWebSockets.close(descriptor)
                return
            }
            idler.end()
        }
        let arrival = Arrival(self, descriptor, address, place)
        arrivals[descriptor] = arrival
        arrival.look()
    }

    private static let full = HTTPReply.failure(
        503, "unavailable", "The server has no room for more connections. Try again in a while.",
        headers: [("Retry-After", "5")])
    private static let tooMany = HTTPReply.failure(
        429, "rateLimited", "Too many connections from this address.", headers: [("Retry-After", "1")])

    /// Says no at once, as far as it goes out by itself: nothing is kept of the connection.
    private func turnAway(_ descriptor: Int32, _ address: String, _ reply: HTTPReply) {
        delegate?.listener(self, turnedAway: address)
        if !options.isSecure {
            delegate?.listener(self, answered: "", with: reply.status)
            let bytes = reply.wire(headOnly: false, keepAlive: false, isHTTP10: false)
            _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            // What has come is read, as far as it is here: closing with bytes unread would reset the connection
            // under the reply.
            shutdown(descriptor, Int32(SHUT_WR))
            _ = recv(descriptor, headRoom.baseAddress, headRoom.count, 0)
        }
        CWebSockets.close(descriptor)
    }

    func left(_ arrival: Arrival) {
        arrivals[arrival.descriptor] = nil
    }

    func askAdmission(_ head: RequestHead, _ decide: @escaping (Admission) -> Void) {
        guard let delegate else { return }
        delegate.listener(self, admits: head, decide: decide)
    }

    /// Gives the connection to libwebsockets, which closes the descriptor, also if this fails.
    func adopt(
        _ descriptor: Int32, _ address: String, head: RequestHead?, admission: ServerConnection.Admitted,
        place: Place?
    ) {
        let connection = ServerConnection(self, address, head, admission, place)
        var info = lws_adopt_desc_t()
        info.vh = vhost
        info.type = lws_adoption_type(
            LWS_ADOPT_SOCKET.rawValue | LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_ALLOW_SSL.rawValue)
        info.fd.sockfd = descriptor
        info.opaque = connection.opaque
        adopted += 1
        if lws_adopt_descriptor_vhost_via_info(&info) == nil {
            loop.unregister(connection.name)
            connection.leave()
        }
    }

    func left(_ connection: ServerConnection) {
        adopted -= 1
    }

    func opened(_ socket: WebSocket) {
        sockets[socket.id] = socket
        wheel.plan(socket.id, at: loop.now + Int64(options.pingAfterS) * 1_000)
    }

    func gone(_ socket: WebSocket) {
        sockets[socket.id] = nil
    }

    private func everySecond() {
        let now = loop.now
        for arrival in Array(arrivals.values) { arrival.checkDeadline(now) }
        for id in wheel.due(now) {
            guard let socket = sockets[id] else { continue }
            if now - socket.heardAt >= Int64(options.dropAfterS) * 1_000 {
                socket.drop()
                continue
            }
            let pingAt = socket.heardAt + Int64(options.pingAfterS) * 1_000
            if now >= pingAt {
                if socket.pingedAt <= socket.heardAt { socket.ping() }
                let dropAt = socket.heardAt + Int64(options.dropAfterS) * 1_000
                wheel.plan(id, at: min(dropAt, now + Int64(options.pingAfterS) * 1_000))
            } else {
                wheel.plan(id, at: pingAt)
            }
        }
    }

    private func loopCloses() {
        accepting = nil
        tick = nil
        for arrival in Array(arrivals.values) { arrival.end() }
    }
}

/// The protocols of a listener: index 0 serves HTTP and those who offer no subprotocol.
///
/// A slash is not allowed in a subprotocol's name, so nobody can ask for it.
private func makeVhost(_ loop: Loop, _ options: ListenerOptions) -> OpaquePointer? {
    let name = strdup("listener \(options.host) \(options.port) \(loop.now)")
    let subprotocol = strdup(options.subprotocol)
    let plain = strdup("http/")
    let certificate = options.tlsCertificate.flatMap { strdup($0) }
    let key = options.tlsKey.flatMap { strdup($0) }
    let alpn = strdup("http/1.1")
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 3)
    protocols.initialize(repeating: lws_protocols(), count: 3)
    for (index, name) in [plain, subprotocol].enumerated() {
        protocols[index].name = UnsafePointer(name)
        protocols[index].callback = endpointCallback
        // Small, because every WebSocket has one; messages come in pieces of it.
        protocols[index].rx_buffer_size = 1_024
        // What one write may hand to the system; what is above it would be copied.
        protocols[index].tx_packet_size = 131_072
    }
    loop.afterClose {
        for text in [name, subprotocol, plain, certificate, key, alpn] { free(text) }
        protocols.deallocate()
    }
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN_SERVER
    info.vhost_name = UnsafePointer(name)
    info.protocols = UnsafePointer(protocols)
    info.retry_and_idle_policy = UnsafePointer(loop.noPings)
    info.keepalive_timeout = 30
    if options.isSecure {
        info.options = UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
        info.ssl_cert_filepath = UnsafePointer(certificate)
        info.ssl_private_key_filepath = UnsafePointer(key)
        // HTTP/2, the default, fails on longer bodies in this libwebsockets.
        info.alpn = UnsafePointer(alpn)
    }
    return lws_create_vhost(loop.context, &info)
}
