public import BoardSQL

/// One pipelined libpq connection on its owner's loop: connects, prepares all statements, runs flights.
///
/// Single-use: when it is lost it is over, and the owner makes a new one. Everything, callbacks included, happens on the
/// loop's thread. Callbacks may call any method again. An owner that drops it has closed it.
public final class PostgresConnection {
    public typealias Completion = (Result<[Rows], PostgresError>) -> Void

    public enum State: Sendable { case connecting, preparing, ready, closed }

    private enum Phase {
        case connecting, preparing, ready
        /// A call failed where nothing may be told yet; the alarm goes off on the loop's next turn.
        case failing(PostgresError)
        case closed
    }

    private var phase = Phase.connecting
    private var pipeline = Pipeline()
    private var handle: ConnectionHandle?
    private var socket: SocketWatch?
    private var alarm: Alarm?
    private let watcher: any DescriptorWatcher
    /// The owner keeps the connection, not the other way round.
    private weak var events: (any PostgresConnectionEvents)?
    private let statements: [Statement]
    private let settings: [(String, String)]
    private var connectTimeout = 0
    /// The column names of each statement, so that its results share them.
    private var columns: [String: [String]] = [:]
    /// Answers are being worked off: what is run meanwhile is flushed at the end, all at once.
    private var isDraining = false

    /// Starts connecting at once, without waiting for it, except that looking up a host's name blocks.
    ///
    /// An empty conninfo leaves all to libpq's `PG…` variables. `connect_timeout` (5 seconds unless given, 0 for never) is
    /// for everything until ready. `settings`, such as `statement_timeout`, hold for the session. A failure, even of the
    /// first step, is told to `events` later; only a process without a free descriptor is told before this returns.
    public init(
        conninfo: String, applicationName: String, settings: [(String, String)], statements: [Statement],
        watcher: any DescriptorWatcher, events: any PostgresConnectionEvents
    ) {
        self.settings = settings
        self.statements = statements
        self.watcher = watcher
        self.events = events
        do throws(PostgresError) {
            alarm = try Alarm(by: watcher) { [weak self] in self?.alarmed() }
            let options = try ConnectionOptions(conninfo: conninfo, applicationName: applicationName)
            connectTimeout = options.connectTimeout
            if connectTimeout > 0 { alarm?.set(milliseconds: connectTimeout * 1000) }
            let handle = try ConnectionHandle.start(options)
            guard handle.isAlive else { throw handle.lostError }
            self.handle = handle
            try watchSocket(of: handle)
            socket?.wants(readable: false, writable: true)
        } catch {
            fail(error)
        }
    }

    deinit { close() }

    // MARK: For the owner

    public var state: State {
        switch phase {
        case .connecting: .connecting
        case .preparing: .preparing
        case .ready: .ready
        case .failing, .closed: .closed
        }
    }

    /// The server's process for this connection, as in `pg_stat_activity`; 0 while there is none.
    public var serverProcessId: Int32 { handle?.serverProcessId ?? 0 }

    /// Flights whose completion has not been called.
    public var flightsUnderWay: Int { pipeline.count }

    /// Runs the calls as one transaction; many flights may be under way at a time, and land in order.
    ///
    /// The completion is called exactly once: with the rows of every call, once they are committed; with the first error,
    /// and then nothing of the flight took effect; or with a lost connection, and then nobody knows. It is never called from
    /// inside `run`, except that a connection which is not ready, or over, refuses the flight at once.
    public func run(_ calls: [StatementCall], completion: @escaping Completion) {
        depart(calls.map(\.statement.name), completion: completion) { handle throws(PostgresError) in
            for call in calls { try handle.send(call) }
        }
    }

    /// Listens to a channel, spelled exactly as the notifier's; what arrives goes to `events`.
    ///
    /// The server cuts names after 63 bytes.
    public func listen(_ channel: String, completion: @escaping (Result<Void, PostgresError>) -> Void) {
        depart(["listen \(channel)"], completion: { completion($0.map { _ in }) }) {
            handle throws(PostgresError) in
            try handle.send("listen \(handle.quoted(identifier: channel))")
        }
    }

    /// Closes it (`PQfinish`): all completions are called before this returns, as lost; `events` hears no more.
    public func close() {
        events = nil
        lose(PostgresError(message: "the connection was closed", isConnectionLost: true))
    }

    /// Whether libpq can read the conninfo; its words are passed on without what might be a password.
    public static func check(conninfo: String) throws(PostgresError) {
        _ = try ConnectionOptions.parse(conninfo)
    }

    // MARK: Sending

    private func depart(
        _ names: [String], completion: @escaping Completion,
        send: (ConnectionHandle) throws(PostgresError) -> Void
    ) {
        switch phase {
        case .ready:
            launch(names, completion: completion, send: send)
            guard !isDraining else { return }
            flush()
            // A full socket makes libpq read while it writes. The loop would not tell us of what is read already.
            if hasAnswers { alarm?.set(milliseconds: 0) }
        case .failing:
            pipeline.depart(names, completion: completion)
        case .connecting, .preparing, .closed:
            completion(
                .failure(PostgresError(message: "the connection is not ready", isConnectionLost: true)))
        }
    }

    private func launch(
        _ names: [String], completion: @escaping Completion,
        send: (ConnectionHandle) throws(PostgresError) -> Void
    ) {
        guard let handle else { return }
        pipeline.depart(names, completion: completion)
        do throws(PostgresError) {
            try send(handle)
            try handle.sync()
        } catch {
            fail(error)
        }
    }

    private func flush() {
        guard isOpen, let handle else { return }
        do throws(PostgresError) {
            let isMore = try handle.flush()
            socket?.wants(readable: true, writable: isMore)
        } catch {
            fail(error)
        }
    }

    // MARK: Connecting and preparing

    private func watchSocket(of handle: ConnectionHandle) throws(PostgresError) {
        socket = nil
        socket = try SocketWatch(on: handle.socket, by: watcher) { [weak self] readable, writable in
            self?.socketReady(isReadable: readable)
        }
    }

    private func connectFurther() {
        guard let handle else { return }
        do throws(PostgresError) {
            let progress = try handle.poll()
            // On its way to the next of several hosts, libpq takes another socket.
            if socket?.isOn(handle.socket) != true { try watchSocket(of: handle) }
            switch progress {
            case .wantsRead: socket?.wants(readable: true, writable: false)
            case .wantsWrite: socket?.wants(readable: false, writable: true)
            case .connected:
                try handle.enterPipeline()
                prepare()
                exchange(isReadable: false)
            }
        } catch {
            lose(error)
        }
    }

    private func prepare() {
        phase = .preparing
        let names = settings.map { "setting \($0.0)" } + statements.map(\.name)
        let completion: Completion = { [weak self] result in self?.prepared(result) }
        launch(names, completion: completion) { handle throws(PostgresError) in
            for (name, value) in settings {
                try handle.send("select set_config($1, $2, false)", [.text(name), .text(value)])
            }
            for statement in statements { try handle.sendPrepare(statement) }
        }
    }

    private func prepared(_ result: Result<[Rows], PostgresError>) {
        switch result {
        case .success:
            phase = .ready
            alarm?.stop()
            events?.connectionReady(self)
        case .failure(let error):
            lose(error)
        }
    }

    // MARK: The loop calls

    private func socketReady(isReadable: Bool) {
        switch phase {
        case .connecting: connectFurther()
        case .preparing, .ready: exchange(isReadable: isReadable)
        case .failing, .closed: break
        }
    }

    private func alarmed() {
        switch phase {
        case .connecting, .preparing:
            let message = "no connection within \(connectTimeout) s"
            lose(PostgresError(message: message, isConnectionLost: true))
        case .ready: exchange(isReadable: false)
        case .failing(let error): end(with: error)
        case .closed: break
        }
    }

    private func exchange(isReadable: Bool) {
        do throws(PostgresError) {
            if isReadable { try handle?.consumeInput() }
        } catch {
            return end(with: error)
        }
        repeat {
            drain()
            flush()
        } while hasAnswers
    }

    // MARK: Receiving

    private var isOpen: Bool {
        switch phase {
        case .preparing, .ready: true
        case .connecting, .failing, .closed: false
        }
    }

    private var hasAnswers: Bool {
        guard isOpen, let handle else { return false }
        return pipeline.count > 0 && !handle.isBusy
    }

    /// Works off all that has arrived; a completion may close the connection or run more flights.
    private func drain() {
        isDraining = true
        defer { isDraining = false }
        var silences = 0
        while let handle, pipeline.count > 0, !handle.isBusy {
            guard let result = handle.nextResult() else {
                silences += 1
                // One nil ends each statement; for ever nil means that libpq and we count differently.
                guard silences < 3 else {
                    return fail(
                        PostgresError(message: "libpq has no answer to a flight", isConnectionLost: true))
                }
                continue
            }
            silences = 0
            guard take(result) else { return }
        }
        while let handle, let notice = handle.nextNotice() {
            events?.connection(
                self, notified: notice.channel, payload: notice.payload, fromProcess: notice.process)
        }
    }

    /// False when there is no going on.
    private func take(_ result: QueryResult) -> Bool {
        let name = pipeline.awaited
        let answer = result.answer(statement: name, columns: name.flatMap { columns[$0] })
        switch answer {
        case .rows(let rows):
            if let name, columns[name] == nil { columns[name] = rows.columns }
        case .unexpected(let error):
            fail(error)
            return false
        case .failed, .aborted, .synced: break
        }
        pipeline.take(answer)?.tell()
        return true
    }

    // MARK: The end

    /// Told on the loop's next turn, as the caller may be the owner.
    private func fail(_ error: PostgresError) {
        switch phase {
        case .failing, .closed: return
        case .connecting, .preparing, .ready: break
        }
        guard let alarm else { return lose(error) }
        phase = .failing(error)
        alarm.set(milliseconds: 0)
    }

    /// The socket is done for, but flights whose end had arrived before did take effect.
    private func end(with error: PostgresError) {
        drain()
        lose(pipeline.farewell ?? error)
    }

    private func lose(_ error: PostgresError) {
        if case .closed = phase { return }
        phase = .closed
        socket = nil
        alarm = nil
        handle = nil
        for landing in pipeline.lose(error) { landing.tell() }
        events?.connectionLost(self, error: error)
        events = nil
    }
}
