public import BoardClient
internal import WebSockets

/// A connection over libwebsockets, on a shared ``ClientLoop``.
///
/// Let go, it closes its connection.
public final class WebSocketTransport: BoardTransport {
    private let loop: ClientLoop
    private let number: UInt64

    private init(loop: ClientLoop, number: UInt64) {
        self.loop = loop
        self.number = number
    }

    deinit { loop.release(number) }

    /// Connects to a server; throws ``ConnectionRefused`` when it says no, or nobody is there.
    ///
    /// - Parameter token: of an earlier log-in; without it the connection is a guest's.
    public static func connect(
        _ loop: ClientLoop, host: String, port: Int, token: String? = nil, isSecure: Bool = false
    ) async throws -> WebSocketTransport {
        var options = ClientOptions(host: host, port: port)
        options.isSecure = isSecure
        if let token { options.headers = [("Authorization", "Bearer \(token)")] }
        return WebSocketTransport(loop: loop, number: try await loop.connect(options))
    }

    public func send(_ message: [UInt8]) {
        loop.post(number) { $0.send(message) }
    }

    public func receive() async throws(ConnectionLost) -> [UInt8] {
        try await loop.receive(number)
    }

    public func close() {
        loop.post(number) { $0.close() }
    }

    /// Cuts the connection without a word, as a lost network does.
    public func drop() {
        loop.post(number) { $0.drop() }
    }

    /// Stops reading from the network, or goes on: while held, ``receive()`` waits.
    public func hold(_ isHeld: Bool) {
        loop.post(number) { $0.hold(isHeld) }
    }
}
