public import BoardSQL

/// Brings a database's schema up to date, before anything is served.
///
/// Waits for the server at every step. Migrations that this program does not know are left alone: a release runs on the next one's schema.
public struct Migrator {
    /// The word "keijiban" in ASCII; never changed, or two releases would migrate at the same time.
    private static let lockKey: Int64 = 0x6B65_696A_6962_616E

    private let conninfo: String

    public init(conninfo: String) { self.conninfo = conninfo }

    /// Applies what is missing, each migration in a transaction of its own; returns those that were.
    ///
    /// One process migrates at a time; `waitingForLock` is called when another one is at it, and then waits. A failure
    /// leaves the migrations before it, and nothing of its own. `dryRun` only returns what would be applied.
    public func run(
        migrations: [Migration], dryRun: Bool = false, waitingForLock: () -> Void = {}
    ) throws(PostgresError) -> [Migration] {
        let connection = try BlockingConnection(conninfo: conninfo, applicationName: "keijiban migrate")
        if dryRun { return try missing(of: migrations, on: connection) }
        try requireWritable(connection)
        try SessionCheck.run(on: connection, conninfo: conninfo)
        // A limit meant for the board's short statements would cut a long migration off.
        try connection.exec("set statement_timeout = 0; set lock_timeout = 0")
        try lock(connection, waitingForLock)
        try connection.exec(
            """
            create table if not exists schema_migrations (
                number int primary key, name text not null, applied_at timestamptz not null default now())
            """)
        let missing = try missing(of: migrations, on: connection)
        for migration in missing { try apply(migration, on: connection) }
        return missing
    }

    /// Whether connections do not keep their server process; false where that cannot be found out now.
    public var isPooled: Bool {
        do throws(PostgresError) {
            let connection = try BlockingConnection(conninfo: conninfo, applicationName: "keijiban check")
            try SessionCheck.run(on: connection, conninfo: conninfo)
            return false
        } catch {
            return error == .pooled
        }
    }

    private func requireWritable(_ connection: BlockingConnection) throws(PostgresError) {
        let rows = try connection.exec(
            """
            select pg_is_in_recovery() as is_standby,
                current_setting('transaction_read_only')::bool as is_read_only
            """)
        guard let row = rows.first else { return }
        if row.bool("is_standby") {
            throw PostgresError(
                message: "The server is a standby and cannot be migrated; connect to its primary.")
        }
        if row.bool("is_read_only") {
            throw PostgresError(
                message: "The database is read-only and cannot be migrated (default_transaction_read_only).")
        }
    }

    /// The server lets go of the lock when the connection ends, however it ends.
    private func lock(_ connection: BlockingConnection, _ waiting: () -> Void) throws(PostgresError) {
        let key = [Value.int(Migrator.lockKey)]
        let rows = try connection.execParams("select pg_try_advisory_lock($1::bigint) as locked", key)
        if rows.first?.bool("locked") == true { return }
        waiting()
        try connection.execParams("select pg_advisory_lock($1::bigint)", key)
    }

    private func missing(
        of migrations: [Migration], on connection: BlockingConnection
    ) throws(PostgresError) -> [Migration] {
        let table = try connection.exec("select to_regclass('schema_migrations') is not null as exists")
        let inOrder = migrations.sorted { $0.number < $1.number }
        guard table.first?.bool("exists") == true else { return inOrder }
        var applied: [Int: String] = [:]
        for row in try connection.exec("select number, name from schema_migrations") {
            applied[row.int("number")] = row.text("name")
        }
        for migration in inOrder {
            guard let name = applied[migration.number], name != migration.name else { continue }
            throw PostgresError(
                message: "Number \(migration.number) is \(name) here: this is another program's database.",
                statement: migration.name)
        }
        return inOrder.filter { applied[$0.number] == nil }
    }

    private func apply(_ migration: Migration, on connection: BlockingConnection) throws(PostgresError) {
        do throws(PostgresError) {
            try connection.exec("begin")
            try connection.exec(migration.sql)
            guard connection.isInTransaction else {
                throw PostgresError(message: "The migration ends its own transaction.")
            }
            try connection.execParams(
                "insert into schema_migrations (number, name) values ($1::int, $2::text)",
                [.int(Int64(migration.number)), .text(migration.name)])
            try connection.exec("commit")
        } catch {
            // What is left open ends with the connection, which is not used again.
            var named = error
            named.statement = migration.name
            throw named
        }
    }
}
