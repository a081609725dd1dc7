internal import BoardClient
internal import WebSockets

internal import class Foundation.Thread

/// The thread on which client connections live: thousands of them share one.
///
/// An actor whose executor is the loop's own thread, so that what the loop owns is only touched there.
/// It runs as long as the process; a program starts one.
public actor ClientLoop {
    private let loop: Loop
    private let executor: LoopExecutor
    private var connections: [UInt64: ClientConnection] = [:]
    private var lastConnection: UInt64 = 0

    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Starts the thread; throws the `WebSocketError` that says why there can't be a loop.
    public static func start() async throws -> ClientLoop {
        try await withCheckedThrowingContinuation { started in
            Thread.detachNewThread {
                do throws(WebSocketError) {
                    let client = try ClientLoop()
                    started.resume(returning: client)
                    client.assumeIsolated { $0.loop.run() }
                } catch {
                    started.resume(throwing: error)
                }
            }
        }
    }

    /// Makes the loop of the calling thread.
    private init() throws(WebSocketError) {
        loop = try Loop()
        executor = LoopExecutor(inbox: loop.inbox)
    }

    // MARK: For transports

    /// Connects, and returns the connection's number here.
    func connect(_ options: ClientOptions) async throws -> UInt64 {
        lastConnection += 1
        let number = lastConnection
        connections[number] = ClientConnection()
        do {
            try await withCheckedThrowingContinuation { connections[number]?.open(loop, options, $0) }
        } catch {
            connections[number] = nil
            throw error
        }
        return number
    }

    func receive(_ number: UInt64) async throws(ConnectionLost) -> [UInt8] {
        guard let connection = connections[number] else { throw ConnectionLost() }
        return try await withCheckedContinuation { connection.receive($0) }.get()
    }

    /// Does something with a connection, after what was asked for earlier and before what will be asked for later.
    nonisolated func post(_ number: UInt64, _ action: @escaping @Sendable (ClientConnection) -> Void) {
        executor.inbox.post {
            self.assumeIsolated { client in
                if let connection = client.connections[number] { action(connection) }
            }
        }
    }

    /// Forgets a connection that nobody holds any more, once it has said goodbye.
    nonisolated func release(_ number: UInt64) {
        executor.inbox.post {
            self.assumeIsolated { client in
                client.connections.removeValue(forKey: number)?.close()
            }
        }
    }
}

/// Runs an actor's jobs on a loop's thread, by way of its inbox.
private final class LoopExecutor: SerialExecutor {
    let inbox: LoopInbox

    init(inbox: LoopInbox) { self.inbox = inbox }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        inbox.post { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func checkIsolated() {
        precondition(inbox.isOnLoop, "This belongs to the thread of a ClientLoop")
    }

    func isIsolatingCurrentContext() -> Bool? { inbox.isOnLoop }
}
