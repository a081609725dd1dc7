import BoardProtocol
import WebSockets

/// `keijiban health`: whether the server at the configured address takes WebSockets.
enum HealthCheck {
    private static let timeoutMs = 5_000

    /// The exit code: 0 for a server that greets.
    static func run(_ config: Config) -> Int32 {
        do {
            let loop = try Loop()
            let probe = Probe(loop)
            let deadline = loop.timer { loop.stop() }
            deadline.start(afterMs: timeoutMs)
            probe.connect(config)
            loop.run()
            loop.close()
            return probe.isHealthy ? 0 : 1
        } catch {
            return 1
        }
    }

    private final class Probe: WebSocketClientDelegate {
        private(set) var isHealthy = false
        private let loop: Loop
        private var client: WebSocketClient?

        init(_ loop: Loop) { self.loop = loop }

        func connect(_ config: Config) {
            let isAny = config.host == "0.0.0.0" || config.host == "::"
            var options = ClientOptions(host: isAny ? "127.0.0.1" : config.host, port: config.port)
            options.isSecure = config.tlsCertificate != nil
            // The certificate names the public host, not this address; nothing secret is said.
            options.trustsAnyCertificate = true
            client = WebSocketClient.connect(loop, options, self)
        }

        func webSocketOpened(_ socket: WebSocket) {}
        func webSocketFailed(_ client: WebSocketClient, status: Int?, message: String) { loop.stop() }

        func webSocket(_ socket: WebSocket, received text: [UInt8]) {
            isHealthy = true
            loop.stop()
        }

        func webSocketDrained(_ socket: WebSocket) {}
        func webSocketClosed(_ socket: WebSocket) { loop.stop() }
    }
}
