import BoardClient
import BoardProtocol

/// A connection in memory; the test is the server.
final class ScriptedTransport: BoardTransport {
    private let toClient: AsyncStream<Result<[UInt8], ConnectionLost>>
    private let server: AsyncStream<Result<[UInt8], ConnectionLost>>.Continuation
    private let toServer: AsyncStream<[UInt8]>
    private let client: AsyncStream<[UInt8]>.Continuation

    init() {
        (toClient, server) = AsyncStream.makeStream()
        (toServer, client) = AsyncStream.makeStream()
    }

    // MARK: The client's side

    func send(_ message: [UInt8]) { client.yield(message) }

    func receive() async throws(ConnectionLost) -> [UInt8] {
        for await message in toClient { return try message.get() }
        throw ConnectionLost()
    }

    func close() { end(nil) }

    // MARK: The server's side

    func tell(_ message: [UInt8]) { server.yield(.success(message)) }

    func tell(_ text: String) { tell(Array(text.utf8)) }

    func end(_ code: UInt16?) {
        server.yield(.failure(ConnectionLost(closeCode: code)))
        server.finish()
        client.finish()
    }

    /// The next request that the client sent; nil once it has gone.
    func request() async -> IncomingRequest? {
        for await message in toServer {
            guard case .request(let request) = Incoming.read(message) else { return nil }
            return request
        }
        return nil
    }
}
