internal import CWebSockets

/// One HTTP request and its reply, on a connection that may have more of them.
///
/// While the reply is awaited, reading is switched off: libwebsockets leaves pipelined requests in
/// the socket, where they would wake the loop over and over. If it has read some of them already, it
/// waits for being able to write instead, which wakes the loop as often; so a reply that takes its
/// time has libuv's watch stopped as well, until libwebsockets starts it anew.
final class HTTPExchange {
    private enum State {
        case body
        case waiting
        case writing
        /// The reply is out but the request is not all in: what comes is thrown away for a while, so
        /// that closing does not reset the connection under the reply.
        case lingering
        case done

        var isAnswering: Bool {
            switch self {
            case .waiting, .writing: true
            case .body, .lingering, .done: false
            }
        }
    }

    private let listener: Listener
    private let head: RequestHead
    private var wsi: OpaquePointer?
    private var state = State.body {
        didSet { listener.answering += (state.isAnswering ? 1 : 0) - (oldValue.isAnswering ? 1 : 0) }
    }
    private var body: [UInt8] = []
    private var isReadingPaused = false
    private var leavesBodyUnread = false
    /// Whether libwebsockets will read, and hand us, what comes after the head.
    private var readsOn = true
    private let isHTTP10: Bool
    private let keepAlive: Bool
    /// The reply behind the room that `lws_write` wants in front.
    private var output: [UInt8] = []
    private var written = 0
    private var watchdog: LoopTimer?
    private var idleSeconds = 0

    private static let pieceBytes = 65_536
    private static let slowReplyMs = 20
    private static let lingerMs = 2_000

    init(_ listener: Listener, _ wsi: OpaquePointer, _ head: RequestHead) {
        self.listener = listener
        self.wsi = wsi
        self.head = head
        isHTTP10 = isVersion10(wsi)
        // As libwebsockets decides it, so that both agree.
        switch head.header("connection")?.lowercased() {
        case "close": keepAlive = false
        case "keep-alive": keepAlive = true
        default: keepAlive = !isHTTP10
        }
    }

    func begin() {
        let length = head.header("content-length")
        let takesBody = ["POST", "PUT", "PATCH"].contains(head.method)
        if head.header("transfer-encoding") != nil || (takesBody && length == nil) {
            return fail(.failure(411, "lengthRequired", "Send a Content-Length."), bodyComes: takesBody)
        }
        guard let count = length.map({ plainNumber($0) }) ?? 0 else {
            return fail(.failure(400, "badRequest", "Content-Length is not a number."), bodyComes: takesBody)
        }
        guard count <= listener.options.maxBodyBytes else {
            return fail(.failure(413, "tooLarge", "The body is too large."), bodyComes: true)
        }
        if count > 0, head.header("expect")?.lowercased() == "100-continue", let wsi {
            // Without it, some clients wait a second before they send the body.
            let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
            let sent = withPadded(goOn) { lws_write(wsi, $0, goOn.count, LWS_WRITE_HTTP_HEADERS) }
            guard sent >= 0 else { return drop() }
        }
        // libwebsockets tells the end of a body for all lengths above 0, and of an empty one for POST.
        if count == 0, head.method != "POST" { return bodyComplete() }
        let timer = listener.loop.timer { [weak self] in self?.bodyIsLate() }
        timer.start(afterMs: listener.options.bodyPatienceS * 1_000 + count * 1_000 / 16_384)
        watchdog = timer
    }

    /// libwebsockets has a time-out for each piece of a body, and none for all of them.
    private func bodyIsLate() {
        guard case .body = state else { return }
        fail(.failure(408, "tooSlow", "The request took too long."), bodyComes: true)
    }

    func received(_ bytes: UnsafeMutableRawBufferPointer) {
        guard case .body = state else { return }
        guard body.count + bytes.count <= listener.options.maxBodyBytes else { return }
        body.append(contentsOf: bytes)
    }

    func bodyComplete() {
        guard case .body = state, let wsi else { return }
        state = .waiting
        watchdog = nil
        // The time-out for the request must not hit a reply that takes its time.
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        if head.path == listener.options.path {
            return respond(Handshake.upgradeRequired)
        }
        guard let delegate = listener.delegate else { return drop() }
        let request = HTTPRequest(head: head, body: body)
        body = []
        delegate.listener(listener, requested: request) { [weak self] in self?.respond($0) }
        guard case .waiting = state else { return }
        isReadingPaused = true
        guard lws_rx_flow_control(wsi, 0) >= 0 else { return drop() }
        let descriptor = lws_get_socket_fd(wsi)
        let timer = listener.loop.timer { [weak listener] in
            if let loop = listener?.loop { lwsx_stop_poll(loop.uv, descriptor) }
        }
        timer.start(afterMs: HTTPExchange.slowReplyMs)
        watchdog = timer
    }

    /// `LWS_CALLBACK_HTTP_WRITEABLE`: the next pieces of the reply.
    ///
    /// -1 closes the connection.
    func writable() -> Int32 {
        guard case .writing = state, let wsi else { return 0 }
        while written < output.count, lws_send_pipe_choked(wsi) == 0 {
            let count = min(HTTPExchange.pieceBytes, output.count - written)
            let isLast = written + count == output.count
            let sent = output.withUnsafeMutableBufferPointer { bytes in
                lws_write(
                    wsi, bytes.baseAddress.map { $0 + written }, count,
                    isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP)
            }
            guard sent >= 0 else { return -1 }
            written += count
            idleSeconds = 0
        }
        guard written == output.count else {
            watchProgress()
            lws_callback_on_writable(wsi)
            return 0
        }
        output = []
        watchdog = nil
        guard !leavesBodyUnread else { return linger(wsi) }
        state = .done
        return lws_http_transaction_completed(wsi) != 0 ? -1 : 0
    }

    func gone() {
        wsi = nil
        state = .done
        output = []
        body = []
        watchdog = nil
    }

    // MARK: - The reply

    private func respond(_ reply: HTTPReply) {
        guard case .waiting = state, let wsi else { return }
        state = .writing
        watchdog = nil
        listener.delegate?.listener(listener, answered: head.path, with: reply.status)
        let bytes = reply.wire(
            headOnly: head.method == "HEAD", keepAlive: keepAlive && !leavesBodyUnread, isHTTP10: isHTTP10)
        output = [UInt8](repeating: 0, count: lwsx_pre)
        output += bytes
        written = lwsx_pre
        if isReadingPaused {
            isReadingPaused = false
            if lws_rx_flow_control(wsi, 1) < 0 { return drop() }
        }
        lws_callback_on_writable(wsi)
    }

    private func fail(_ reply: HTTPReply, bodyComes: Bool) {
        guard let wsi else { return }
        leavesBodyUnread = true
        state = .waiting
        lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        readsOn = bodyComes
        respond(reply)
    }

    private func linger(_ wsi: OpaquePointer) -> Int32 {
        state = .lingering
        guard shutdown(lws_get_socket_fd(wsi), Int32(SHUT_WR)) == 0 else { return -1 }
        if !readsOn, lws_rx_flow_control(wsi, 0) < 0 { return -1 }
        let timer = listener.loop.timer { [weak self] in self?.drop() }
        timer.start(afterMs: HTTPExchange.lingerMs)
        watchdog = timer
        return 0
    }

    private func drop() {
        guard let wsi else { return }
        state = .done
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
        listener.loop.serviceSoon()
    }

    /// Half a minute for a client that takes nothing.
    ///
    /// A client that sends the next request instead has less: its unread bytes keep the loop awake.
    private func watchProgress() {
        guard watchdog == nil else { return }
        let timer = listener.loop.timer { [weak self] in
            guard let self, let wsi = self.wsi else { return }
            var unread: Int32 = 0
            lwsx_unread(lws_get_socket_fd(wsi), &unread)
            self.idleSeconds += unread > 0 ? 10 : 1
            if self.idleSeconds >= 30 { self.drop() }
        }
        timer.start(afterMs: 1_000, everyMs: 1_000)
        watchdog = timer
    }
}

/// A number of digits only, of a size that can be counted with.
private func plainNumber(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.count <= 15,
        text.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { return nil }
    return Int(text)
}

private func isVersion10(_ wsi: OpaquePointer) -> Bool {
    var version = [CChar](repeating: 0, count: 16)
    guard lws_hdr_copy(wsi, &version, Int32(version.count), WSI_TOKEN_HTTP) > 0 else { return true }
    return version.prefix(8).map { UInt8(bitPattern: $0) } != Array("HTTP/1.1".utf8)
}
