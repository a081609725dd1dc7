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

    private func linkReady(_ epoch: String) {
        trouble = nil
        sees(epoch: epoch)
        update()
    }

    private func linkLost(_ error: PostgresError) {
        // An outage is told once and not at each attempt to end it.
        if error != trouble { log.warning("database connection lost", [.error: error.description]) }
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
