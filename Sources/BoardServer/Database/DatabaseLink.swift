import BoardSQL
import Postgres
import WebSockets

/// One database connection that is made anew, with growing pauses, whenever it is lost.
///
/// Each new one first reads which history of the database it is on; only then it is ready for use.
final class DatabaseLink: PostgresConnectionEvents {
    enum State {
        /// Before `start`, and after `stop`.
        case idle
        case connecting(PostgresConnection)
        case ready(PostgresConnection)
        /// Waiting to try again.
        case lost
    }

    private(set) var state = State.idle
    /// Ready to run flights; told again after each loss.
    var onReady: (_ epoch: String) -> Void = { _ in }
    /// Was ready and no longer is, or could not be made.
    var onLost: (PostgresError) -> Void = { _ in }
    var onNotification: (_ payload: String) -> Void = { _ in }

    private let conninfo: String
    private let name: String
    private let settings: [(String, String)]
    private let channel: String?
    private let descriptors: LoopDescriptors
    private var attempts = 0
    private lazy var retry = loop.timer { [unowned self] in connect() }
    private let loop: Loop

    /// - Parameter channel: listened to from the first moment on; nil for none.
    init(
        conninfo: String, name: String, settings: [(String, String)] = [], channel: String? = nil, loop: Loop,
        descriptors: LoopDescriptors
    ) {
        self.conninfo = conninfo
        self.name = name
        self.settings = settings
        self.channel = channel
        self.loop = loop
        self.descriptors = descriptors
    }

    var connection: PostgresConnection? {
        guard case .ready(let connection) = state else { return nil }
        return connection
    }

    func start() {
        guard case .idle = state else { return }
        connect()
    }

    func stop() {
        retry.cancel()
        let old = state
        state = .idle
        switch old {
        case .connecting(let connection), .ready(let connection): connection.close()
        case .idle, .lost: break
        }
    }

    private func connect() {
        let connection = PostgresConnection(
            conninfo: conninfo, applicationName: name, settings: settings, statements: Statement.all,
            watcher: descriptors, events: self)
        state = .connecting(connection)
        // Only a process out of descriptors is told of the loss before it can know the connection.
        if connection.state == .closed {
            lose(PostgresError(message: "no descriptor left for a connection", isConnectionLost: true))
        }
    }

    func connectionReady(_ connection: PostgresConnection) {
        guard let channel else { return readEpoch(connection) }
        connection.listen(channel) { [unowned self] result in
            switch result {
            case .success: readEpoch(connection)
            case .failure(let error): fail(connection, error)
            }
        }
    }

    private func readEpoch(_ connection: PostgresConnection) {
        connection.run([StatementCall(.epochRead, [])]) { [unowned self] result in
            guard case .connecting(let current) = state, current === connection else { return }
            switch result {
            case .success(let rows):
                attempts = 0
                state = .ready(connection)
                onReady(rows[0][0].text("epoch"))
            case .failure(let error):
                fail(connection, error)
            }
        }
    }

    /// An error that is no loss, such as a missing right: the connection is of no use.
    private func fail(_ connection: PostgresConnection, _ error: PostgresError) {
        guard case .connecting(let current) = state, current === connection else { return }
        connection.close()
        lose(error)
    }

    func connectionLost(_ connection: PostgresConnection, error: PostgresError) {
        switch state {
        case .connecting(let current) where current === connection,
            .ready(let current) where current === connection:
            lose(error)
        default:
            break
        }
    }

    private func lose(_ error: PostgresError) {
        state = .lost
        attempts += 1
        retry.start(afterMs: min(2_000, 50 << min(attempts, 6)))
        onLost(error)
    }

    func connection(
        _ connection: PostgresConnection, notified channel: String, payload: String, fromProcess: Int32
    ) {
        onNotification(payload)
    }
}
