internal import CWebSockets

/// A WebSocket to a server, from the first packet on.
///
/// It tells its delegate either that it opened, and later that the socket closed, or that it failed.
/// Looking up a host's name blocks the loop; an address does not.
public final class WebSocketClient {
    /// The socket, once open.
    public private(set) var socket: WebSocket?
    private var delegate: (any WebSocketClientDelegate)?
    private let options: ClientOptions
    private let loop: Loop
    private var wsi: OpaquePointer?
    private var timer: LoopTimer?

    /// Begins to connect.
    ///
    /// The outcome is told later, in another turn of the loop at the earliest.
    public static func connect(
        _ loop: Loop, _ options: ClientOptions, _ delegate: any WebSocketClientDelegate
    ) -> WebSocketClient {
        let client = WebSocketClient(loop, options, delegate)
        loop.beforeWaiting { client.start() }
        return client
    }

    private init(_ loop: Loop, _ options: ClientOptions, _ delegate: any WebSocketClientDelegate) {
        self.loop = loop
        self.options = options
        self.delegate = delegate
    }

    /// Gives up, or cuts the connection.
    public func cancel() {
        if let socket { return socket.drop() }
        fail(status: nil, "cancelled")
        guard let wsi else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
        loop.serviceSoon()
    }

    private func start() {
        guard delegate != nil, !loop.isClosed else { return }
        guard let vhost = clientVhost(loop, options.subprotocol) else {
            return fail(status: nil, "libwebsockets cannot make a virtual host")
        }
        let connection = ClientConnection(loop, self)
        var info = lws_client_connect_info()
        info.context = loop.context
        info.vhost = vhost
        info.port = Int32(options.port)
        info.ietf_version_or_minus_one = -1
        info.opaque_user_data = connection.opaque
        info.retry_and_idle_policy = UnsafePointer(loop.noPings)
        var flags = LCCSCF_HTTP_NO_FOLLOW_REDIRECT.rawValue
        if options.isSecure { flags |= LCCSCF_USE_SSL.rawValue }
        if options.trustsAnyCertificate {
            flags |=
                LCCSCF_ALLOW_SELFSIGNED.rawValue | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK.rawValue
                | LCCSCF_ALLOW_EXPIRED.rawValue | LCCSCF_ALLOW_INSECURE.rawValue
        }
        info.ssl_connection = Int32(flags)
        let hostHeader = options.host.contains(":") ? "[\(options.host)]" : options.host
        // libwebsockets copies these before it returns.
        options.host.withCString { host in
            "\(hostHeader):\(options.port)".withCString { hostHeader in
                options.path.withCString { path in
                    "http/1.1".withCString { alpn in
                        (options.subprotocol ?? "").withCString { subprotocol in
                            info.address = host
                            info.host = hostHeader
                            info.path = path
                            info.alpn = options.isSecure ? alpn : nil
                            info.protocol = options.subprotocol == nil ? nil : subprotocol
                            wsi = lws_client_connect_via_info(&info)
                        }
                    }
                }
            }
        }
        // Its own failure has been told by the callback, unless it failed before there was anything to tell.
        if wsi == nil {
            fail(status: nil, "cannot connect to \(options.host) port \(options.port)")
            loop.unregister(connection.name)
        }
    }

    // MARK: - What libwebsockets tells

    fileprivate func opened(_ wsi: OpaquePointer) {
        guard let delegate else { return }
        let socket = WebSocket(loop: loop, wsi: wsi, isClient: true, maxMessageBytes: options.maxMessageBytes)
        socket.delegate = delegate
        self.socket = socket
        self.delegate = nil
        keepAlive(socket)
        delegate.webSocketOpened(socket)
    }

    fileprivate func fail(status: Int?, _ message: String) {
        guard let delegate else { return }
        self.delegate = nil
        delegate.webSocketFailed(self, status: status, message: message)
    }

    fileprivate func gone() {
        wsi = nil
        timer = nil
        socket?.gone()
        fail(status: nil, "the connection was cut")
    }

    /// The handshake's additional lines, at `LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER`.
    fileprivate var headerLines: [UInt8] {
        var lines = ""
        for (name, value) in options.headers
        where (name + value).unicodeScalars.allSatisfy({ $0 != "\r" && $0 != "\n" && $0 != "\0" }) {
            lines += "\(name): \(value)\r\n"
        }
        return Array(lines.utf8)
    }

    private func keepAlive(_ socket: WebSocket) {
        let ping = Int64(options.pingAfterS) * 1_000
        let drop = Int64(options.dropAfterS) * 1_000
        let timer = loop.timer { [weak self, weak socket] in
            guard let self, let socket else { return }
            let silence = self.loop.now - socket.heardAt
            if silence >= drop {
                socket.drop()
            } else if silence >= ping, socket.pingedAt <= socket.heardAt {
                socket.ping()
            }
        }
        timer.start(afterMs: 1_000, everyMs: 1_000)
        self.timer = timer
    }
}

/// A client's connection inside libwebsockets; it keeps the client alive until the end.
private final class ClientConnection: Endpoint {
    private let client: WebSocketClient

    init(_ loop: Loop, _ client: WebSocketClient) {
        self.client = client
        super.init(loop: loop)
    }

    override func event(
        _ event: lws_callback_reasons, _ wsi: OpaquePointer, _ bytes: UnsafeMutableRawBufferPointer
    ) -> Int32 {
        switch event {
        case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER: return appendHeaders(bytes)
        case LWS_CALLBACK_CLIENT_ESTABLISHED: client.opened(wsi)
        case LWS_CALLBACK_CLIENT_RECEIVE: client.socket?.received(bytes)
        case LWS_CALLBACK_CLIENT_RECEIVE_PONG: client.socket?.heard()
        case LWS_CALLBACK_CLIENT_WRITEABLE: client.socket?.writable()
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE: client.socket?.peerCloses(bytes)
        case LWS_CALLBACK_CLIENT_CLOSED: client.gone()
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            let status = Int(lws_http_client_http_response(wsi))
            client.fail(status: status > 0 ? status : nil, String(decoding: bytes, as: UTF8.self))
        default: break
        }
        return 0
    }

    override func destroyed() {
        client.gone()
    }

    /// The argument is where the write position is kept, the length what is left behind it.
    private func appendHeaders(_ room: UnsafeMutableRawBufferPointer) -> Int32 {
        let lines = client.headerLines
        guard lines.count <= room.count,
            let position = room.baseAddress?.assumingMemoryBound(to: UnsafeMutableRawPointer.self)
        else { return -1 }
        position.pointee.copyMemory(from: lines, byteCount: lines.count)
        position.pointee += lines.count
        return 0
    }
}

/// Clients have virtual hosts of their own, since the subprotocol must be known to the host.
private func clientVhost(_ loop: Loop, _ subprotocol: String?) -> OpaquePointer? {
    let key = subprotocol ?? ""
    if let known = loop.clientVhosts[key] { return known }
    let vhostName = strdup("client \(key)")
    let name = strdup(subprotocol ?? "none/")
    let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    protocols.initialize(repeating: lws_protocols(), count: 2)
    protocols[0].name = UnsafePointer(name)
    protocols[0].callback = endpointCallback
    protocols[0].rx_buffer_size = 4_096
    protocols[0].tx_packet_size = 131_072
    loop.afterClose {
        free(vhostName)
        free(name)
        protocols.deallocate()
    }
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN
    info.vhost_name = UnsafePointer(vhostName)
    info.protocols = UnsafePointer(protocols)
    info.retry_and_idle_policy = UnsafePointer(loop.noPings)
    info.options = UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
    let vhost = lws_create_vhost(loop.context, &info)
    loop.clientVhosts[key] = vhost
    return vhost
}
