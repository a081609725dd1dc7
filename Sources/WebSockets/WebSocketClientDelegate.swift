/// What a client tells beyond its socket's own news.
public protocol WebSocketClientDelegate: WebSocketDelegate {
    /// The server has said yes. The socket's delegate is set already.
    func webSocketOpened(_ socket: WebSocket)
    /// No connection came about; `status` is the server's HTTP answer, if there was one.
    func webSocketFailed(_ client: WebSocketClient, status: Int?, message: String)
}
