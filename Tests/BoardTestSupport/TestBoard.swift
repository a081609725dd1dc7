public import BoardClientLinux
public import BoardSQL
public import BoardServer
import Postgres

/// A whole board for one test: a database of its own, a server on a free port, clients as wanted.
///
///     try await TestBoard.run { board in
///         let aki = try await board.member("aki")
///         …
///     }
public actor TestBoard {
    /// Each has some threads and database connections, and is made in a second or so.
    private static let turnstile = Turnstile(places: 6)
    private static let loop = Task { try await ClientLoop.start() }

    public nonisolated let database: BoardDatabase
    private var config: Config
    private var main: RunningServer?
    private var others: [RunningServer] = []
    private var clients: [TestClient] = []

    private init(database: BoardDatabase, config: Config) {
        self.database = database
        self.config = config
    }

    /// Makes a board, runs the test on it, and takes everything down again, whatever happens.
    ///
    /// - Parameter change: what the server's settings are, beyond a free port, no rate limits and a quiet log.
    public static func run<Result>(
        _ change: (inout Config) -> Void = { _ in }, _ body: (TestBoard) async throws -> Result
    ) async throws -> Result {
        var config = Config()
        config.port = 0
        config.limitsRates = false
        config.logLevel = .error
        change(&config)
        await turnstile.enter()
        let result = await Swift.Result { () async throws in try await run(with: config, body) }
        await turnstile.leave()
        return try result.get()
    }

    private static func run<Result>(
        with config: Config, _ body: (TestBoard) async throws -> Result
    ) async throws -> Result {
        let database = try await BoardDatabase.make()
        var config = config
        config.databaseURL = database.conninfo
        let board = TestBoard(database: database, config: config)
        let result = await Swift.Result { () async throws in
            try await board.start()
            return try await body(board)
        }
        let end = await Swift.Result { () async throws in try await board.end() }
        try await database.drop()
        // The test's own error says more than what it leads to.
        let value = try result.get()
        try end.get()
        return value
    }

    // MARK: Servers

    /// Where the server listens; another port after each ``start()``.
    public var port: Int {
        get throws {
            guard let main else { throw NotRunning() }
            return main.port
        }
    }

    public struct NotRunning: Error {}

    public func start() async throws {
        if main == nil { main = try await RunningServer.start(config) }
    }

    /// Stops the server as SIGTERM does; the database stays.
    public func stop() async throws {
        guard let server = main else { return }
        main = nil
        try await server.stop()
    }

    public func restart(_ change: (inout Config) -> Void = { _ in }) async throws {
        change(&config)
        try await stop()
        try await start()
    }

    /// One more server process, as far as it can tell, on the same database.
    public func secondServer(_ change: (inout Config) -> Void = { _ in }) async throws -> RunningServer {
        var config = config
        change(&config)
        let server = try await RunningServer.start(config)
        others.append(server)
        return server
    }

    private func end() async throws {
        for client in clients { client.drop() }
        try await stop()
        for server in others { try await server.stop() }
    }

    // MARK: Clients

    /// A connection as a guest, or with a token as its member; to the server, or to one of the others.
    public func client(token: String? = nil, on server: RunningServer? = nil) async throws -> TestClient {
        let client = TestClient(transport: try await transport(token: token, on: server))
        clients.append(client)
        return client
    }

    /// A bare connection, for frames that no client would send.
    public func transport(
        token: String? = nil, on server: RunningServer? = nil
    ) async throws -> WebSocketTransport {
        let port = try server?.port ?? port
        return try await WebSocketTransport.connect(
            TestBoard.loop.value, host: config.host, port: port, token: token)
    }

    // MARK: The database

    /// Runs SQL on the board's database; the rows are the last statement's.
    ///
    /// With parameters it is one statement.
    @discardableResult
    public func sql(_ text: String, _ parameters: Value...) async throws -> Rows {
        try await onOwnThread { [database] in
            let connection = try database.connect()
            return try parameters.isEmpty ? connection.exec(text) : connection.execParams(text, parameters)
        }
    }
}

extension Swift.Result where Failure == any Error {
    init(_ body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
