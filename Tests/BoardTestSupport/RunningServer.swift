import BoardServer

internal import class Foundation.Thread

/// A whole server on a thread of its own.
public final class RunningServer: Sendable {
    private struct Listening: Sendable {
        var port: Int
        var handle: Server.Handle
    }

    public let port: Int
    private let handle: Server.Handle
    /// Ends when the server has.
    private let life: AsyncThrowingStream<Listening, any Error>

    private init(_ listening: Listening, _ life: AsyncThrowingStream<Listening, any Error>) {
        port = listening.port
        handle = listening.handle
        self.life = life
    }

    /// Starts a server, and returns when it listens.
    static func start(_ config: Config) async throws -> RunningServer {
        let (life, teller) = AsyncThrowingStream.makeStream(of: Listening.self)
        Thread.detachNewThread {
            do {
                try run(config) { teller.yield($0) }
                teller.finish()
            } catch {
                teller.finish(throwing: error)
            }
        }
        return try await withDeadline("the server listens", within: .seconds(60)) {
            for try await listening in life { return RunningServer(listening, life) }
            throw CancellationError()
        }
    }

    private static func run(_ config: Config, _ tell: @escaping (Listening) -> Void) throws {
        var handle: Server.Handle?
        let server = try Server(config) { port in
            if let handle { tell(Listening(port: port, handle: handle)) }
        }
        handle = server.handle
        try server.run()
    }

    /// Asks the server to go, as SIGTERM does, and waits until it has.
    ///
    /// Throws what the server ended with. Harmless twice.
    public func stop() async throws {
        handle.stop()
        let life = life
        try await withDeadline("the server ends", within: .seconds(30)) {
            for try await _ in life {}
        }
    }
}
