import BoardSQL
import Postgres
import Testing

/// An owner for one connection, which writes down all it is told.
final class Owner: PostgresConnectionEvents {
    struct Notification: Equatable { var channel, payload: String, process: Int32 }

    let loop = PollLoop()
    private(set) var readies = 0
    private(set) var losses: [PostgresError] = []
    private(set) var notifications: [Notification] = []
    var whenReady: (PostgresConnection) -> Void = { _ in }

    func connectionReady(_ connection: PostgresConnection) {
        readies += 1
        whenReady(connection)
    }

    func connectionLost(_ connection: PostgresConnection, error: PostgresError) {
        #expect(connection.state == .closed)
        #expect(connection.flightsUnderWay == 0, "completions come before the loss")
        losses.append(error)
    }

    func connection(
        _ connection: PostgresConnection, notified channel: String, payload: String, fromProcess: Int32
    ) {
        notifications.append(Notification(channel: channel, payload: payload, process: fromProcess))
    }

    func start(
        _ conninfo: String, settings: [(String, String)] = [], statements: [Statement] = []
    ) -> PostgresConnection {
        PostgresConnection(
            conninfo: conninfo, applicationName: "keijiban tests", settings: settings, statements: statements,
            watcher: loop, events: self)
    }

    /// A connection that is ready.
    func connect(
        _ conninfo: String, settings: [(String, String)] = [], statements: [Statement] = []
    ) throws -> PostgresConnection {
        let connection = start(conninfo, settings: settings, statements: statements)
        loop.run("the connection becomes ready") { readies == 1 || !losses.isEmpty }
        if let error = losses.first { throw error }
        return connection
    }

    /// Runs one flight and waits for it.
    func run(_ connection: PostgresConnection, _ calls: StatementCall...) throws -> [Rows] {
        var results: [Result<[Rows], PostgresError>] = []
        connection.run(calls) { results.append($0) }
        loop.run("the flight lands") { !results.isEmpty }
        #expect(results.count == 1)
        return try results.first?.get() ?? []
    }
}

/// What the suites need that talk to a server.
let hasServer = ConditionTrait.enabled(if: TestDatabase.server != nil, "DATABASE_URL is not set")
