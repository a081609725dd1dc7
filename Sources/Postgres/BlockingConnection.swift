public import BoardSQL

/// A connection whose every call waits for the server: for migrations, tests and shell commands, never on a loop.
public final class BlockingConnection {
    private let handle: ConnectionHandle

    /// Connects, and waits for it: for `connect_timeout`, 5 seconds unless given, for each host.
    public init(conninfo: String, applicationName: String = "keijiban") throws(PostgresError) {
        handle = try .connect(ConnectionOptions(conninfo: conninfo, applicationName: applicationName))
    }

    /// The server's process for this connection, as in `pg_stat_activity`.
    public var serverProcessId: Int32 { handle.serverProcessId }

    /// Whether a transaction is open and has not failed.
    public var isInTransaction: Bool { handle.isInTransaction }

    /// Runs one or more statements (`PQexec`) and waits; the rows are the last one's.
    @discardableResult
    public func exec(_ sql: String) throws(PostgresError) -> Rows {
        try rows(of: handle.execute(sql))
    }

    /// Runs one statement with parameters (`PQexecParams`) and waits.
    @discardableResult
    public func execParams(_ sql: String, _ values: [Value]) throws(PostgresError) -> Rows {
        try rows(of: handle.execute(sql, values))
    }

    private func rows(of result: QueryResult) throws(PostgresError) -> Rows {
        switch result.answer(statement: nil) {
        case .rows(let rows): return rows
        case .failed(var error), .unexpected(var error):
            error.isConnectionLost = !handle.isAlive
            throw error
        case .aborted, .synced: return .none
        }
    }
}
