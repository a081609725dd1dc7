import BoardCore
import BoardProtocol
import BoardSQL
import Postgres
import WebSockets

/// The server's connections: one that writes, two that read, one that listens.
///
/// All on the server's loop.
final class Database {
    /// Why something could not be asked, or was not answered.
    enum Failure: Error {
        /// No connection, or it was lost on the way: a write may or may not have happened.
        case away
        case refused(PostgresError)
    }

    /// How long a read may take before PostgreSQL ends it.
    private static let readTimeout = "10s"
    private static let writeTimeout = "30s"

    let writer: DatabaseLink
    private let readers: [DatabaseLink]
    let bus: DatabaseLink
    private let listens: Bool
    /// Names the database's history; nil before it was first read.
    private(set) var epoch: String?
    /// All that requests need is there.
    private(set) var isReady = false

    /// By which settings of the database an acknowledged write may be lost, for people.
    private(set) var warnings: [String] = []

    var onReadyChanged: (Bool) -> Void = { _ in }
    /// The history has another name than before: nothing that clients hold is good.
    var onEpochChanged: () -> Void = {}

    private let log: Log
    private let loop: Loop
    private let metrics: Metrics
    private var trouble: PostgresError?

    /// - Parameters:
    ///   - origin: names this process in its notifications.
    ///   - listens: whether it hears those of others.
    init(
        conninfo: String, origin: String, listens: Bool = true, loop: Loop, log: Log,
        metrics: Metrics = Metrics()
    ) {
        self.log = log
        self.listens = listens
        self.loop = loop
        self.metrics = metrics
        let descriptors = LoopDescriptors(loop: loop)
        func link(_ name: String, _ timeout: String, channel: String? = nil) -> DatabaseLink {
            DatabaseLink(
                conninfo: conninfo, name: "keijiban \(name)",
                settings: [
                    ("statement_timeout", timeout),
                    // Pages are read by index, a few rows at a time: never by sorting what an index has in order.
                    ("random_page_cost", "1.1"),
                    ("keijiban.origin", origin),
                ],
                channel: channel, loop: loop, descriptors: descriptors)
        }
        writer = link("writer", Database.writeTimeout)
        readers = [link("reader", Database.readTimeout), link("reader", Database.readTimeout)]
        bus = link("bus", Database.readTimeout, channel: "keijiban")
        for link in [writer, bus] + readers {
            link.onReady = { [unowned self] epoch in linkReady(epoch) }
            link.onLost = { [unowned self] error in linkLost(error) }
        }
        writer.onReady = { [unowned self] epoch in
            // First of all on the connection: nothing is written before.
            makeDurable()
            linkReady(epoch)
        }
    }

    func start() {
        for link in (listens ? [bus] : []) + [writer] + readers { link.start() }
    }

    func stop() {
        for link in [bus, writer] + readers { link.stop() }
    }

    /// Connections that are ready, by what they are for.
    var readyLinks: [(kind: String, count: Int)] {
        [("write", [writer]), ("read", readers), ("listen", [bus])].map { kind, links in
            (kind, links.count { $0.connection != nil })
        }
    }

    /// Stops, and is not ready: the connections are not what they should be.
    func suspend() {
        stop()
        update()
    }

    /// Runs one reading statement.
    func read(_ call: Call, _ completion: @escaping (Result<Rows, Failure>) -> Void) {
        let open = readers.compactMap(\.connection)
        guard let connection = open.min(by: { $0.flightsUnderWay < $1.flightsUnderWay }) else {
            return completion(.failure(.away))
        }
        let start = loop.seconds
        connection.run([StatementCall(call.statement, call.values)]) { [log, loop, metrics] result in
            metrics.read(seconds: loop.seconds - start)
            switch result {
            case .success(let rows): completion(.success(rows[0]))
            case .failure(let error) where error.isConnectionLost: completion(.failure(.away))
            case .failure(let error):
                log.error("read failed", [.statement: call.statement.name, .error: error.description])
                completion(.failure(.refused(error)))
            }
        }
    }

    /// Takes the name of the history as one of the connections, or `epoch renew`, read it.
    func sees(epoch now: String) {
        guard now != epoch else { return }
        let isFirst = epoch == nil
        epoch = now
        if !isFirst {
            log.warning("epoch changed")
            onEpochChanged()
        }
    }

    private func makeDurable() {
        writer.connection?.run([StatementCall(.durabilityRead, [])]) { [weak self] result in
            guard let self, case .success(let rows) = result else { return }
            let row = rows[0][0]
            if row.text("synchronous_commit") == "off" {
                log.info("synchronous_commit is off", [.detail: "turned on for this server's writes"])
            }
            let now = ["fsync", "full_page_writes"].filter { row.text($0) == "off" }.map {
                "\($0) is off: acknowledged writes may be lost in a crash"
            }
            guard now != warnings else { return }
            warnings = now
            for warning in now { log.warning("not durable", [.detail: warning]) }
        }
    }

    private func linkReady(_ epoch: String) {
        trouble = nil
        sees(epoch: epoch)
        update()
    }

    private func linkLost(_ error: PostgresError) {
        // An outage is told once and not at each attempt to end it.
        if error != trouble {
            // Somebody else's prepared statement is there, or ours is not: 42P05, 26000.
            let isPooled = error.sqlState == "42P05" || error.sqlState == "26000"
            log.warning(
                "database connection lost",
                [
                    .error: error.description,
                    .detail: isPooled ? PostgresError.pooled.message : "trying again",
                ])
        }
        trouble = error
        update()
    }

    private func update() {
        let now = writer.connection != nil && readers.contains { $0.connection != nil }
        guard now != isReady else { return }
        isReady = now
        onReadyChanged(now)
    }
}
