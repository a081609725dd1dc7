/// One open connection that carries text messages, in order, both ways.
///
/// A transport is connected once and ends once; whoever comes back makes another one.
public protocol BoardTransport: Sendable {
    /// Queues a message without waiting; messages go out in the order of the calls.
    ///
    /// Does nothing once the connection has ended.
    func send(_ message: [UInt8])

    /// Waits for the next message; throws when no more will come, again and again.
    ///
    /// One caller at a time. A transport may leave messages with the network while nobody asks for them.
    func receive() async throws(ConnectionLost) -> [UInt8]

    /// Ends the connection, once what is queued has gone out.
    func close()
}

/// The connection is over, and with it all that was waiting for an answer.
///
/// A write that was not answered may or may not have happened: send it again with the same `clientKey`.
public struct ConnectionLost: Error, Sendable, Equatable {
    /// The server's WebSocket close code; nil where it gave none, because the connection was cut or closed from here.
    public var closeCode: UInt16?
    /// For people, possibly empty.
    public var reason: String

    public init(closeCode: UInt16? = nil, reason: String = "") {
        self.closeCode = closeCode
        self.reason = reason
    }
}
