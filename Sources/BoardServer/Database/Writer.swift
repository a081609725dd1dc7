import BoardCore
import BoardProtocol
import BoardSQL
import Postgres
import WebSockets

/// All writes of this process, in one line: what arrives while a commit is under way shares the next transaction.
///
/// A statement refuses by the row it returns, so a refusal leaves its neighbours alone. After a real error nothing of the
/// transaction has happened, and its members run one by one, each in a transaction of its own.
final class Writer {
    typealias Completion = (Result<[Row], Database.Failure>) -> Void

    /// Elements of one transaction.
    private static let batchLimit = 256
    /// Elements that may wait; beyond them the caller is told to try later.
    private static let queueLimit = 8_192

    private struct Element {
        var call: Call
        var session: UInt64
        var completion: Completion
    }

    private var queue: [Element] = []
    private var isUnderWay = false
    private var isScheduled = false
    private let link: DatabaseLink
    private let loop: Loop
    private let log: Log
    private let metrics: Metrics

    init(link: DatabaseLink, loop: Loop, log: Log, metrics: Metrics = Metrics()) {
        self.metrics = metrics
        self.link = link
        self.loop = loop
        self.log = log
    }

    /// Nothing waits and nothing is under way.
    var isIdle: Bool { queue.isEmpty && !isUnderWay }

    /// Elements that wait for a transaction.
    var waiting: Int { queue.count }

    /// Whether one more element would have to wait too long.
    var isFull: Bool { queue.count >= Writer.queueLimit }

    /// Runs the call in the next transaction; the completion comes after its commit.
    func submit(_ call: Call, of session: UInt64, _ completion: @escaping Completion) {
        guard link.connection != nil, !isFull else { return completion(.failure(.away)) }
        queue.append(Element(call: call, session: session, completion: completion))
        schedule()
    }

    /// At the end of the turn, so that requests which came together go together.
    private func schedule() {
        guard !isScheduled, !isUnderWay else { return }
        isScheduled = true
        loop.beforeWaiting { [unowned self] in
            isScheduled = false
            begin()
        }
    }

    private func begin() {
        guard !isUnderWay, !queue.isEmpty else { return }
        guard let connection = link.connection else { return failAll() }
        if queue[0].call.isRehearsal { return rehearse(queue.removeFirst(), on: connection) }
        let elements = Array(queue.prefix(Writer.batchLimit).prefix { !$0.call.isRehearsal })
        queue.removeFirst(elements.count)
        var batch = WriteBatch()
        for element in elements { batch.add(element.call, of: element.session) }
        isUnderWay = true
        run(batch, on: connection) { [unowned self] result in
            switch result {
            case .success(let results):
                finish(elements, batch.distribute(results))
            case .failure(let error) where error.isConnectionLost:
                isUnderWay = false
                for element in elements { element.completion(.failure(.away)) }
                failAll()
            case .failure(let error) where elements.count == 1 && error.mayPass:
                runAlone(elements[...], isSecondTry: true)
            case .failure(let error) where elements.count == 1:
                log.error(
                    "write failed", [.statement: elements[0].call.statement.name, .error: error.description])
                isUnderWay = false
                elements[0].completion(.failure(.refused(error)))
                schedule()
            case .failure(let error):
                log.warning("batch failed", [.error: error.description])
                runAlone(elements[...])
            }
        }
    }

    /// Runs a call as if it were meant, and takes its transaction back.
    private func rehearse(_ element: Element, on connection: PostgresConnection) {
        var batch = WriteBatch()
        batch.add(element.call, of: element.session)
        isUnderWay = true
        var rehearsed: Result<[Row], Database.Failure> = .failure(.away)
        connection.run([StatementCall(.rehearsalBegin, [])] + batch.flight()) { [log] result in
            switch result {
            case .success(let results):
                rehearsed = .success(batch.distribute(Array(results.dropFirst()))[0])
            case .failure(let error) where error.isConnectionLost: break
            case .failure(let error):
                log.error(
                    "write failed", [.statement: element.call.statement.name, .error: error.description])
                rehearsed = .failure(.refused(error))
            }
        }
        // An error leaves the transaction open as well.
        connection.run([StatementCall(.rehearsalEnd, [])]) { [unowned self] _ in
            isUnderWay = false
            element.completion(rehearsed)
            begin()
        }
    }

    private func run(
        _ batch: WriteBatch, on connection: PostgresConnection,
        _ completion: @escaping PostgresConnection.Completion
    ) {
        let start = loop.seconds
        connection.run(batch.flight()) { [unowned self] result in
            metrics.batch(of: batch.count, seconds: loop.seconds - start)
            completion(result)
        }
    }

    private func finish(_ elements: [Element], _ rows: [[Row]]) {
        isUnderWay = false
        for (element, rows) in zip(elements, rows) { element.completion(.success(rows)) }
        if !queue.isEmpty { begin() }
    }

    /// Runs the members of a failed transaction one after the other; the queue waits, which keeps every session's order.
    private func runAlone(_ elements: ArraySlice<Element>, isSecondTry: Bool = false) {
        guard let element = elements.first else {
            isUnderWay = false
            return begin()
        }
        guard let connection = link.connection else {
            isUnderWay = false
            for element in elements { element.completion(.failure(.away)) }
            return failAll()
        }
        var batch = WriteBatch()
        batch.add(element.call, of: element.session)
        run(batch, on: connection) { [unowned self] result in
            switch result {
            case .success(let results):
                element.completion(.success(batch.distribute(results)[0]))
            case .failure(let error) where error.isConnectionLost:
                element.completion(.failure(.away))
            case .failure(let error) where error.mayPass && !isSecondTry:
                return runAlone(elements, isSecondTry: true)
            case .failure(let error):
                log.error(
                    "write failed", [.statement: element.call.statement.name, .error: error.description])
                element.completion(.failure(.refused(error)))
            }
            runAlone(elements.dropFirst())
        }
    }

    /// Without a connection nothing that waits was sent: nothing of it has happened.
    private func failAll() {
        let waiting = queue
        queue = []
        for element in waiting { element.completion(.failure(.away)) }
    }
}

extension PostgresError {
    /// Another process was faster, and by now its work can be seen: unique violation, serialization failure, deadlock.
    fileprivate var mayPass: Bool { sqlState == "23505" || sqlState == "40001" || sqlState == "40P01" }
}
