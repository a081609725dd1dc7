internal import BoardClient
internal import WebSockets

/// One connection on the loop's thread: what has come and was not asked for yet, or who waits for it.
///
/// With ``limit`` bytes unread, the socket is read no further: then the server notices, as with any slow client.
final class ClientConnection: WebSocketClientDelegate {
    typealias Receiver = CheckedContinuation<Result<[UInt8], ConnectionLost>, Never>

    private enum State {
        case new
        case connecting(CheckedContinuation<Void, any Error>)
        case open(WebSocket)
        case ended(ConnectionLost)
    }

    /// Unread bytes beyond which reading stops.
    private static let limit = 1_048_576

    private var state = State.new
    private var client: WebSocketClient?
    private var unread: [[UInt8]] = []
    /// Where the next message is; what lies before it has been taken.
    private var head = 0
    private var unreadBytes = 0
    private var receiver: Receiver?
    private var isHeld = false

    // MARK: What the transport asks for

    func open(_ loop: Loop, _ options: ClientOptions, _ opened: CheckedContinuation<Void, any Error>) {
        state = .connecting(opened)
        client = WebSocketClient.connect(loop, options, self)
    }

    func send(_ message: [UInt8]) {
        if case .open(let socket) = state { socket.send(Frame(message)) }
    }

    func receive(_ receiver: Receiver) {
        precondition(self.receiver == nil, "One caller at a time receives")
        if head < unread.count, !isHeld {
            receiver.resume(returning: .success(nextUnread()))
        } else if case .ended(let lost) = state, head == unread.count {
            receiver.resume(returning: .failure(lost))
        } else {
            self.receiver = receiver
        }
    }

    /// Reads nothing any more, until told otherwise: the server's messages stay with the system.
    func hold(_ isHeld: Bool) {
        self.isHeld = isHeld
        deliver()
        pauseOrResume()
    }

    func close() {
        if case .open(let socket) = state { socket.close(1000) }
    }

    func drop() { client?.cancel() }

    // MARK: What the socket tells

    func webSocketOpened(_ socket: WebSocket) {
        guard case .connecting(let opened) = state else { return }
        state = .open(socket)
        opened.resume()
    }

    func webSocketFailed(_ client: WebSocketClient, status: Int?, message: String) {
        guard case .connecting(let opened) = state else { return }
        state = .ended(ConnectionLost(reason: message))
        self.client = nil
        opened.resume(throwing: ConnectionRefused(status: status, message: message))
    }

    func webSocket(_ socket: WebSocket, received text: [UInt8]) {
        unread.append(text)
        unreadBytes += text.count
        deliver()
        pauseOrResume()
    }

    func webSocketDrained(_ socket: WebSocket) {}

    func webSocketClosed(_ socket: WebSocket) {
        state = .ended(ConnectionLost(closeCode: socket.closeCode, reason: socket.closeReason))
        client = nil
        isHeld = false
        deliver()
    }

    // MARK: Handing over

    private func deliver() {
        guard let receiver, !isHeld else { return }
        if head < unread.count {
            self.receiver = nil
            receiver.resume(returning: .success(nextUnread()))
        } else if case .ended(let lost) = state {
            self.receiver = nil
            receiver.resume(returning: .failure(lost))
        }
    }

    private func nextUnread() -> [UInt8] {
        let message = unread[head]
        head += 1
        unreadBytes -= message.count
        if head == unread.count || head == 256 {
            unread.removeFirst(head)
            head = 0
        }
        pauseOrResume()
        return message
    }

    private func pauseOrResume() {
        guard case .open(let socket) = state else { return }
        if isHeld || unreadBytes > ClientConnection.limit {
            socket.pauseReading()
        } else if unreadBytes <= ClientConnection.limit / 2 {
            socket.resumeReading()
        }
    }
}
