internal import BoardSQL
internal import CPostgres

/// One `PGconn`, finished when dropped; every return code is checked here.
final class ConnectionHandle {
    private let connection: OpaquePointer

    /// Takes over what a `PQconnect…` function returned.
    private init(_ connection: OpaquePointer?) throws(PostgresError) {
        guard let connection else { throw PostgresError(message: "libpq: out of memory") }
        self.connection = connection
        // Notices would be written to stderr.
        PQsetNoticeReceiver(connection, ignoreNotice, nil)
    }

    deinit { PQfinish(connection) }

    /// Begins to connect (`PQconnectStartParams`); go on with ``poll()``.
    ///
    /// Looking up a host's name blocks.
    static func start(_ options: ConnectionOptions) throws(PostgresError) -> ConnectionHandle {
        try ConnectionHandle(options.withPointers { PQconnectStartParams($0, $1, 0) })
    }

    /// Connects and waits for it (`PQconnectdbParams`).
    static func connect(_ options: ConnectionOptions) throws(PostgresError) -> ConnectionHandle {
        let handle = try ConnectionHandle(options.withPointers { PQconnectdbParams($0, $1, 0) })
        guard handle.isAlive else { throw handle.lostError }
        return handle
    }

    // MARK: State

    var isAlive: Bool { PQstatus(connection) != CONNECTION_BAD }
    var socket: Int32 { PQsocket(connection) }
    var serverProcessId: Int32 { PQbackendPID(connection) }
    var isInTransaction: Bool { PQtransactionStatus(connection) == PQTRANS_INTRANS }

    /// libpq's last words, for a connection that is over.
    var lostError: PostgresError { PostgresError(message: words, isConnectionLost: true) }

    private var words: String { PostgresError.words(PQerrorMessage(connection)) }

    // MARK: Connecting

    enum Progress { case wantsRead, wantsWrite, connected }

    func poll() throws(PostgresError) -> Progress {
        switch PQconnectPoll(connection) {
        case PGRES_POLLING_OK: return .connected
        case PGRES_POLLING_WRITING: return .wantsWrite
        case PGRES_POLLING_FAILED: throw lostError
        default: return .wantsRead
        }
    }

    func enterPipeline() throws(PostgresError) {
        try check(PQsetnonblocking(connection, 1) == 0)
        try check(PQenterPipelineMode(connection) == 1)
    }

    // MARK: Sending, into libpq's buffer

    func sendPrepare(_ statement: Statement) throws(PostgresError) {
        try check(PQsendPrepare(connection, statement.name, statement.sql, 0, nil) == 1, statement.name)
    }

    func send(_ call: StatementCall) throws(PostgresError) {
        let sent = Parameters(call.values).withPointers { count, values, lengths, formats in
            PQsendQueryPrepared(connection, call.statement.name, count, values, lengths, formats, 0)
        }
        try check(sent == 1, call.statement.name)
    }

    func send(_ sql: String, _ values: [Value] = []) throws(PostgresError) {
        let sent = Parameters(values).withPointers { count, values, lengths, formats in
            PQsendQueryParams(connection, sql, count, nil, values, lengths, formats, 0)
        }
        try check(sent == 1)
    }

    /// Ends a flight: what was sent since the last one is one transaction.
    func sync() throws(PostgresError) { try check(PQpipelineSync(connection) == 1) }

    /// Writes what the socket takes; whether something is left.
    func flush() throws(PostgresError) -> Bool {
        let left = PQflush(connection)
        try check(left >= 0)
        return left == 1
    }

    // MARK: Receiving

    func consumeInput() throws(PostgresError) { try check(PQconsumeInput(connection) == 1) }

    /// Whether ``nextResult()`` would have to wait.
    var isBusy: Bool { PQisBusy(connection) == 1 }

    /// Nil between the results of two statements.
    func nextResult() -> QueryResult? { PQgetResult(connection).map { QueryResult($0) } }

    func nextNotice() -> Notice? {
        guard let notice = PQnotifies(connection) else { return nil }
        defer { postgres_free_notice(notice) }
        return Notice(
            channel: String(cString: notice.pointee.relname), payload: String(cString: notice.pointee.extra),
            process: notice.pointee.be_pid)
    }

    // MARK: Waiting

    func execute(_ sql: String) throws(PostgresError) -> QueryResult {
        try taken(PQexec(connection, sql))
    }

    func execute(_ sql: String, _ values: [Value]) throws(PostgresError) -> QueryResult {
        try taken(
            Parameters(values).withPointers { count, values, lengths, formats in
                PQexecParams(connection, sql, count, nil, values, lengths, formats, 0)
            })
    }

    func quoted(identifier: String) throws(PostgresError) -> String {
        guard let quoted = PQescapeIdentifier(connection, identifier, identifier.utf8.count) else {
            throw PostgresError(message: words)
        }
        defer { PQfreemem(quoted) }
        return String(cString: quoted)
    }

    private func taken(_ result: OpaquePointer?) throws(PostgresError) -> QueryResult {
        guard let result else { throw PostgresError(message: words, isConnectionLost: !isAlive) }
        return QueryResult(result)
    }

    private func check(_ succeeded: Bool, _ statement: String? = nil) throws(PostgresError) {
        if succeeded { return }
        throw PostgresError(message: words, statement: statement, isConnectionLost: true)
    }
}

private func ignoreNotice(_ context: UnsafeMutableRawPointer?, _ notice: OpaquePointer?) {}
