import BoardSQL
import Postgres

/// Locks held by a connection of their own, so that what a test begins meanwhile has to wait for them.
public actor HeldLock {
    private let connection: BlockingConnection

    /// Runs the statement, which takes the locks, in a transaction that stays open.
    init(_ sql: String, in database: BoardDatabase) throws {
        connection = try database.connect()
        try connection.exec("begin")
        try connection.exec(sql)
    }

    /// Lets them go; those who wait get them in the order in which they came.
    public func release() throws { try connection.exec("rollback") }
}

extension TestBoard {
    /// Takes locks by a statement, from outside of any server.
    public nonisolated func hold(_ sql: String) async throws -> HeldLock { try HeldLock(sql, in: database) }

    /// Ends the connections by which the servers listen to each other; returns how many there were.
    @discardableResult
    public func cutBus() async throws -> Int {
        try await sql(
            """
            select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and application_name = 'keijiban bus'
            """
        ).count
    }

    /// How many connections wait for a lock now.
    public func lockWaiters() async throws -> Int64 {
        try await sql(
            """
            select count(*) as n from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'
            """)[0].int64("n")
    }
}
