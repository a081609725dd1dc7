internal import CWebSockets
internal import Synchronization

/// One open WebSocket, of a server or a client: whole text messages in, frames out.
///
/// It lives on its loop's thread. The connection (`struct lws`) belongs to libwebsockets; this
/// class drops its pointer in the callback that says it is closed, and no later.
public final class WebSocket {
    private enum State {
        case open
        /// Asked to close: what is queued goes out first.
        case closing(code: UInt16, reason: String)
        /// libwebsockets does the rest: our close frame, the peer's, or the cut.
        case ending
        case closed
    }

    /// Unique in the process.
    public let id: UInt64
    /// Held until the socket is closed.
    public var delegate: (any WebSocketDelegate)?
    /// Why the peer closed, if it did and said so.
    ///
    /// 1012, 1013 and 1014 read as 1002: this libwebsockets takes them for mistakes and replaces them.
    public private(set) var closeCode: UInt16?
    public private(set) var closeReason = ""
    /// The code by which it ended, whoever closed first: 1005 for a close without one, 1006 for a cut.
    public var endCode: UInt16 { firstCode ?? 1006 }
    private var firstCode: UInt16?

    private let loop: Loop
    private let isClient: Bool
    private let maxMessageBytes: Int
    private var wsi: OpaquePointer?
    private var state = State.open
    private var message: [UInt8] = []
    private var queue = FrameQueue()
    /// Bytes of the last write that the system did not take, kept by libwebsockets.
    private var unsent = 0
    private var isReadingPaused = false
    private var closeTimer: LoopTimer?
    /// When the peer was last heard of, by ``Loop/now``.
    private(set) var heardAt: Int64
    private(set) var pingedAt: Int64 = 0

    private static let closePatienceMs = 5_000

    init(loop: Loop, wsi: OpaquePointer, isClient: Bool, maxMessageBytes: Int) {
        self.loop = loop
        self.wsi = wsi
        self.isClient = isClient
        self.maxMessageBytes = maxMessageBytes
        id = nextSocket.wrappingAdd(1, ordering: .relaxed).newValue
        heardAt = loop.now
    }

    /// Whether messages still come and go; false from the first word of closing on, by either side.
    public var isOpen: Bool {
        if case .open = state { true } else { false }
    }

    /// Bytes accepted by ``send(_:)`` that the system has not taken yet.
    public var queuedBytes: Int { queue.bytes + unsent }

    /// Sends a text message: at once when nothing waits before it, else as soon as the peer reads.
    ///
    /// There is no bound: the caller watches ``queuedBytes``. Does nothing once closing has begun.
    public func send(_ frame: Frame) {
        guard case .open = state, let wsi else { return }
        if queuedBytes == 0, lws_send_pipe_choked(wsi) == 0 {
            write(frame, to: wsi)
        } else {
            // With more in the queue the question has been asked already; each costs a system call.
            if queue.isEmpty { lws_callback_on_writable(wsi) }
            queue.append(frame)
        }
    }

    /// Closes with a code and a reason (at most 123 bytes of it), once what is queued has gone; after
    /// five seconds without that, the connection is cut.
    public func close(_ code: UInt16, _ reason: String = "") {
        guard case .open = state else { return }
        state = .closing(code: code, reason: reason)
        firstCode = code
        message = []
        // A paused socket would not hear the peer's answer to our close frame.
        resumeReading()
        let timer = loop.timer { [weak self] in self?.drop() }
        timer.start(afterMs: WebSocket.closePatienceMs)
        closeTimer = timer
        finishClosingSoon()
    }

    /// Cuts the connection, without a close frame.
    ///
    /// ``WebSocketDelegate/webSocketClosed(_:)`` follows, later.
    public func drop() {
        guard let wsi else { return }
        state = .ending
        queue.removeAll()
        unsent = 0
        message = []
        // ASYNC: this may be the very connection whose callback is running.
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
        loop.serviceSoon()
    }

    /// Leaves what the peer sends with the system; messages already on their way may still arrive.
    public func pauseReading() {
        guard case .open = state, let wsi, !isReadingPaused else { return }
        isReadingPaused = true
        if lws_rx_flow_control(wsi, 0) < 0 { drop() }
    }

    public func resumeReading() {
        guard let wsi, isReadingPaused else { return }
        isReadingPaused = false
        if lws_rx_flow_control(wsi, 1) < 0 { drop() }
        loop.serviceSoon()
    }

    // MARK: - What libwebsockets tells

    /// `LWS_CALLBACK_RECEIVE`: a piece of a fragment, at most the read buffer long.
    func received(_ bytes: UnsafeMutableRawBufferPointer) {
        heardAt = loop.now
        guard case .open = state, let wsi else { return }
        guard lws_frame_is_binary(wsi) == 0 else { return close(1003, "Text messages only") }
        // The rest of the frame counts before it has come: there is no use in waiting for it.
        guard message.count + bytes.count + lws_remaining_packet_payload(wsi) <= maxMessageBytes else {
            return close(1009, "Messages are at most \(maxMessageBytes) bytes")
        }
        message.append(contentsOf: bytes)
        guard lws_is_final_fragment(wsi) != 0 else { return }
        let whole = message
        message = []
        guard (try? UTF8Span(validating: whole.span)) != nil else { return close(1007, "Not UTF-8") }
        delegate?.webSocket(self, received: whole)
    }

    /// A pong, or anything else that shows the peer is there.
    func heard() {
        heardAt = loop.now
    }

    /// `LWS_CALLBACK_SERVER_WRITEABLE`: the system takes bytes again, and libwebsockets keeps none.
    func writable() {
        guard let wsi else { return }
        let hadQueued = queuedBytes > 0
        unsent = 0
        while !queue.isEmpty, unsent == 0, lws_send_pipe_choked(wsi) == 0 {
            if case .ending = state { return }
            writeNext(to: wsi)
        }
        guard queuedBytes == 0 else {
            lws_callback_on_writable(wsi)
            return
        }
        finishClosingSoon()
        if hadQueued, isOpen { delegate?.webSocketDrained(self) }
    }

    /// `LWS_CALLBACK_WS_PEER_INITIATED_CLOSE`: libwebsockets answers it; nothing may be sent after that.
    func peerCloses(_ payload: UnsafeMutableRawBufferPointer) {
        if payload.count >= 2 {
            closeCode = UInt16(payload[0]) << 8 | UInt16(payload[1])
            closeReason = String(decoding: payload[2...], as: UTF8.self)
        }
        firstCode = firstCode ?? closeCode ?? 1005
        state = .ending
        queue.removeAll()
        unsent = 0
        message = []
    }

    /// The connection is gone; told by libwebsockets once, or twice.
    func gone() {
        guard wsi != nil else { return }
        wsi = nil
        state = .closed
        queue.removeAll()
        unsent = 0
        message = []
        closeTimer = nil
        delegate?.webSocketClosed(self)
        delegate = nil
    }

    /// Asks the peer for a sign of life, unless it is already behind with reading.
    func ping() {
        guard case .open = state, let wsi else { return }
        pingedAt = loop.now
        guard queuedBytes == 0, lws_send_pipe_choked(wsi) == 0 else { return }
        // Not empty: libwebsockets keeps empty pongs to itself.
        withPadded([0x3F]) { bytes in
            if lws_write(wsi, bytes, 1, LWS_WRITE_PING) < 0 { drop() }
        }
        noteUnsent(of: 1)
    }

    // MARK: - Writing

    /// Writes one frame, unmasked for clients, masked for servers.
    ///
    /// Servers' frames go out as raw bytes (`LWS_WRITE_HTTP` means no framing on a WebSocket too): what
    /// is shared is not written into, and several frames can share a write. Clients must mask theirs,
    /// which libwebsockets does in place, so they send a copy.
    private func write(_ frame: Frame, to wsi: OpaquePointer) {
        let written: Int32
        if isClient {
            written = withPadded(frame.payload) { lws_write(wsi, $0, frame.count, LWS_WRITE_TEXT) }
        } else {
            written = writeRaw(frame.wire, to: wsi)
        }
        guard written >= 0 else { return drop() }
        noteUnsent(of: frame.wire.count)
    }

    private func writeNext(to wsi: OpaquePointer) {
        guard let frame = queue.removeFirst() else { return }
        guard !isClient, let next = queue.first, frame.wire.count + next.wire.count <= joinLimit else {
            return write(frame, to: wsi)
        }
        loop.joined.removeAll(keepingCapacity: true)
        loop.joined.append(contentsOf: frame.wire)
        while let next = queue.first, loop.joined.count + next.wire.count <= joinLimit {
            loop.joined.append(contentsOf: next.wire)
            _ = queue.removeFirst()
        }
        let count = loop.joined.count
        let written = loop.joined.withUnsafeBytes { writeRaw($0, to: wsi) }
        guard written >= 0 else { return drop() }
        noteUnsent(of: count)
    }

    /// The cast is safe: without framing, libwebsockets only reads and, at need, copies.
    private func writeRaw(_ bytes: UnsafeRawBufferPointer, to wsi: OpaquePointer) -> Int32 {
        let start = UnsafeMutablePointer(mutating: bytes.bindMemory(to: UInt8.self).baseAddress)
        return lws_write(wsi, start, bytes.count, LWS_WRITE_HTTP)
    }

    /// What the system did not take, libwebsockets has copied and will send before anything else.
    private func noteUnsent(of count: Int) {
        guard let wsi, lws_partial_buffered(wsi) != 0 else { return }
        unsent = count
    }

    // MARK: - Closing

    private func finishClosingSoon() {
        guard case .closing = state, queuedBytes == 0 else { return }
        loop.beforeWaiting { self.finishClosing() }
    }

    /// Hands the closing over to libwebsockets, once nothing of ours is left to send.
    ///
    /// Outside of any callback, because SYNC closes must not hit the connection being served. With a
    /// reason set, "kill" means: send it as a close frame and wait for the answer.
    private func finishClosing() {
        guard case .closing(let code, let reason) = state, let wsi, queuedBytes == 0 else { return }
        guard lws_partial_buffered(wsi) == 0 else {
            // Now it would be cut without a close frame.
            lws_callback_on_writable(wsi)
            return
        }
        state = .ending
        var text = Array(truncated(reason, toBytes: 123).utf8)
        lws_close_reason(wsi, lws_close_status(UInt32(code)), &text, text.count)
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, LWS_TO_KILL_SYNC)
        loop.serviceSoon()
        closeTimer?.start(afterMs: WebSocket.closePatienceMs)
    }
}

private let nextSocket = Atomic<UInt64>(0)

/// Small frames are joined up to here; copying more costs more than it saves.
private let joinLimit = 16_384

/// Bytes with the room in front that `lws_write` takes for a header.
func withPadded<Result>(
    _ bytes: some Collection<UInt8>, _ body: (UnsafeMutablePointer<UInt8>?) -> Result
) -> Result {
    let count = bytes.count
    return withUnsafeTemporaryAllocation(byteCount: lwsx_pre + count, alignment: 16) { buffer in
        UnsafeMutableRawBufferPointer(rebasing: buffer[lwsx_pre...]).copyBytes(from: bytes)
        return body((buffer.baseAddress.map { $0 + lwsx_pre })?.assumingMemoryBound(to: UInt8.self))
    }
}

/// Cut at a character's edge, since a close reason must be UTF-8 too.
private func truncated(_ text: String, toBytes limit: Int) -> String {
    guard text.utf8.count > limit else { return text }
    var kept = text
    while kept.utf8.count > limit { kept.removeLast() }
    return kept
}
