public import BoardSQL
internal import Glibc

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

    /// Waits for a notification without sending anything; false where none comes in time.
    func hears(withinMs limit: Int32) throws(PostgresError) -> Bool {
        var watched = pollfd(fd: handle.socket, events: Int16(POLLIN), revents: 0)
        // What had come before with an answer needs no waiting.
        while handle.nextNotice() == nil {
            let ready = poll(&watched, 1, limit)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else { return false }
            try handle.consumeInput()
        }
        return true
    }

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
