/// What a WebSocket tells its owner, on the loop's thread.
///
/// Everything may be called from within these, closing and dropping included.
public protocol WebSocketDelegate: AnyObject {
    /// One whole text message, put together from its fragments, valid UTF-8.
    func webSocket(_ socket: WebSocket, received text: [UInt8])
    /// All that was queued has gone out to the system.
    func webSocketDrained(_ socket: WebSocket)
    /// The connection is gone. Told exactly once; afterwards the socket lets go of its delegate.
    func webSocketClosed(_ socket: WebSocket)
}
