import BoardSQL
import Glibc
public import Postgres
public import Testing

/// A migrated database of one test's own, on the server that `DATABASE_URL` names.
///
/// Cloned from a template that each test process makes once, and drops when it exits.
public struct BoardDatabase: Sendable {
    static let server = getenv("DATABASE_URL").map { String(cString: $0) }

    public let name: String
    public let conninfo: String

    private init(name: String, on server: String) {
        self.name = name
        conninfo = BoardDatabase.conninfo(server, database: name)
    }

    static func make() async throws -> BoardDatabase {
        let template = try await template.value
        let name = unusedName("keijiban_test")
        return try await onOwnThread {
            let (server, connection) = try administration()
            try connection.exec("create database \(name) template \(template)")
            return BoardDatabase(name: name, on: server)
        }
    }

    func drop() async throws {
        let name = name
        try await onOwnThread {
            _ = try BoardDatabase.administration().1.exec("drop database \(name) with (force)")
        }
    }

    /// A connection for several statements that belong together; each call of it blocks.
    public func connect() throws -> BlockingConnection {
        try BlockingConnection(conninfo: conninfo, applicationName: "test")
    }

    /// Ends all connections and lets nobody in, as when the database is away.
    public func cut() async throws {
        let name = name
        try await onOwnThread {
            let (_, connection) = try BoardDatabase.administration()
            try connection.exec("alter database \(name) with allow_connections false")
            try connection.exec(
                "select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(name)'")
        }
    }

    /// Lets connections in again after ``cut()``.
    public func mend() async throws {
        let name = name
        try await onOwnThread {
            let (_, connection) = try BoardDatabase.administration()
            try connection.exec("alter database \(name) with allow_connections true")
        }
    }

    // MARK: The template

    private static let templateName = unusedName("keijiban_template")

    private static let template = Task {
        try await onOwnThread {
            let (server, connection) = try administration()
            try connection.exec("create database \(templateName)")
            atexit { BoardDatabase.dropTemplate() }
            let conninfo = conninfo(server, database: templateName)
            _ = try Migrator(conninfo: conninfo).run(migrations: Migration.all)
            return templateName
        }
    }

    private static func dropTemplate() {
        do {
            try administration().1.exec("drop database if exists \(templateName) with (force)")
        } catch {
            print("the database \(templateName) is left over: \(error)")
        }
    }

    private static func administration() throws -> (String, BlockingConnection) {
        guard let server else { throw PostgresError(message: "DATABASE_URL is not set") }
        return (server, try BlockingConnection(conninfo: server, applicationName: "test"))
    }

    private static func unusedName(_ prefix: String) -> String {
        "\(prefix)_\(getpid())_\(UInt64.random(in: 0 ... .max))"
    }

    /// The last setting of an option counts, in both of libpq's notations.
    private static func conninfo(_ conninfo: String, database: String) -> String {
        guard conninfo.contains("://") else { return "\(conninfo) dbname=\(database)" }
        return conninfo + (conninfo.contains("?") ? "&" : "?") + "dbname=\(database)"
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips where `DATABASE_URL` names no PostgreSQL.
    public static var needsDatabase: Self {
        .enabled(if: BoardDatabase.server != nil, "DATABASE_URL is not set")
    }
}
