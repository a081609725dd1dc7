internal import CWebSockets
internal import Glibc

/// An accepted connection until libwebsockets has it: its head is looked at without being consumed,
/// and a client that wants a WebSocket waits here for its admission.
///
/// It owns the descriptor, and either closes it or hands it over.
final class Arrival {
    private enum Phase {
        case reading
        case deciding
        /// The refusal is written; what the client still sends is thrown away, so that closing does
        /// not reset the connection under the reply.
        case refusing
        case done
    }

    let descriptor: Int32
    let address: String
    private unowned let listener: Listener
    private let place: Place?
    private var phase = Phase.reading
    private var watch: FileWatch?
    private var peeked = 0
    private var deadline: Int64

    private static let headPatienceMs: Int64 = 10_000
    private static let decisionPatienceMs: Int64 = 30_000
    private static let refusalPatienceMs: Int64 = 2_000

    init(_ listener: Listener, _ descriptor: Int32, _ address: String, _ place: Place?) {
        self.place = place
        self.listener = listener
        self.descriptor = descriptor
        self.address = address
        deadline = listener.loop.now + Arrival.headPatienceMs
    }

    deinit {
        if case .done = phase { return }
        watch?.cancel()
        Glibc.close(descriptor)
    }

    /// Whether it may be turned out to make room: it has not asked for anything yet.
    var isReading: Bool {
        if case .reading = phase { true } else { false }
    }

    func look() {
        switch phase {
        case .reading: peek()
        case .refusing: discard()
        case .deciding, .done: break
        }
    }

    func checkDeadline(_ now: Int64) {
        guard now >= deadline else { return }
        switch phase {
        case .reading where peeked > 0:
            stopWaiting()
            refuse(.failure(408, "tooSlow", "The request took too long."))
        case .deciding:
            let later = [("Retry-After", "5")]
            let reply = HTTPReply.failure(
                503, "unavailable", "The server is busy. Try again.", headers: later)
            refuse(reply, path: listener.options.path)
        default:
            end()
        }
    }

    /// Lets go of the connection.
    func end() {
        guard leave() else { return }
        Glibc.close(descriptor)
    }

    // MARK: - The head

    private func peek() {
        let room = listener.headRoom
        let count = recv(descriptor, room.baseAddress, room.count, Int32(MSG_PEEK))
        guard count > 0 else {
            if count < 0, errno == EAGAIN || errno == EINTR { return waitForBytes() }
            return end()
        }
        let result = HeadReader.read(UnsafeRawBufferPointer(rebasing: room[..<count]), searchFrom: peeked)
        switch result {
        case .complete(let head):
            stopWaiting()
            consider(head)
        case .malformed:
            stopWaiting()
            refuse(.failure(400, "badRequest", "This is not an HTTP request."))
        case .incomplete where count >= room.count:
            stopWaiting()
            refuse(.failure(431, "headTooLong", "The request's head is too long."))
        case .incomplete where count == peeked:
            // Readable without a new byte: the client has gone.
            end()
        case .incomplete:
            peeked = count
            // Bytes that are only looked at stay readable: wake up for new ones alone.
            lwsx_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, Int32(count + 1))
            waitForBytes()
        }
    }

    private func consider(_ parsed: HeadReader.Head) {
        let head = RequestHead(parsed, remoteAddress: address)
        guard head.isUpgrade else {
            guard leave() else { return }
            return listener.adopt(descriptor, address, head: head, admission: .notAsked, place: place)
        }
        if parsed.isHTTP10 {
            return refuse(.failure(400, "badRequest", "A WebSocket begins with HTTP/1.1."), path: head.path)
        }
        if let refusal = listener.handshake.refusal(of: head) { return refuse(refusal, path: head.path) }
        phase = .deciding
        deadline = listener.loop.now + Arrival.decisionPatienceMs
        listener.askAdmission(head) { [weak self] admission in self?.decided(admission, head) }
    }

    private func decided(_ admission: Admission, _ head: RequestHead) {
        guard case .deciding = phase else { return }
        switch admission {
        case .accept(let admitted):
            guard leave() else { return }
            listener.adopt(descriptor, address, head: head, admission: .granted(admitted), place: place)
        case .refuse(let reply):
            refuse(reply, path: head.path)
        }
    }

    // MARK: - The refusal

    private func refuse(_ reply: HTTPReply, path: String = "") {
        listener.delegate?.listener(listener, answered: path, with: reply.status)
        let bytes = reply.wire(headOnly: false, keepAlive: false, isHTTP10: false)
        let sent = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        // Nothing was sent before: the system has room for it, or the client is gone.
        guard sent == bytes.count, shutdown(descriptor, Int32(SHUT_WR)) == 0 else { return end() }
        phase = .refusing
        deadline = listener.loop.now + Arrival.refusalPatienceMs
        waitForBytes()
    }

    private func discard() {
        let room = listener.headRoom
        for _ in 0..<16 {
            let count = recv(descriptor, room.baseAddress, room.count, 0)
            if count > 0 { continue }
            if count < 0, errno == EAGAIN || errno == EINTR { return }
            return end()
        }
    }

    // MARK: - Watching

    private func waitForBytes() {
        if watch == nil {
            watch = listener.loop.watch(descriptor) { [weak self] _, _ in self?.look() }
        }
        watch?.wants(readable: true, writable: false)
    }

    /// libuv watches a descriptor once only, and libwebsockets is next.
    private func stopWaiting() {
        watch?.cancel()
        watch = nil
        lwsx_set_option(descriptor, SOL_SOCKET, SO_RCVLOWAT, 1)
    }

    /// - Returns: Whether the descriptor was still ours.
    private func leave() -> Bool {
        if case .done = phase { return false }
        phase = .done
        watch?.cancel()
        watch = nil
        listener.left(self)
        return true
    }
}
