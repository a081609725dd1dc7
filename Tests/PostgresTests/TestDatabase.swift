import BoardSQL
import Glibc
import Postgres

/// A database of one test's own on the server that `DATABASE_URL` names; dropped with its last reference.
final class TestDatabase {
    static let server = getenv("DATABASE_URL").map { String(cString: $0) }

    let name: String
    let conninfo: String

    init() throws {
        guard let server = TestDatabase.server else {
            throw PostgresError(message: "DATABASE_URL is not set")
        }
        name = "postgres_test_\(getpid())_\(UInt64.random(in: 0 ... .max))"
        try BlockingConnection(conninfo: server).exec("create database \(name)")
        conninfo = TestDatabase.conninfo(server, adding: "dbname", name)
    }

    deinit {
        guard let server = TestDatabase.server else { return }
        // A database that could not be dropped is the next run's to find, not this test's failure.
        _ = try? BlockingConnection(conninfo: server).exec("drop database \(name) with (force)")
    }

    func blocking() throws -> BlockingConnection { try BlockingConnection(conninfo: conninfo) }

    /// The last setting of an option counts, in both of libpq's notations.
    static func conninfo(_ conninfo: String, adding option: String, _ value: String) -> String {
        guard conninfo.contains("://") else { return "\(conninfo) \(option)=\(value)" }
        return conninfo + (conninfo.contains("?") ? "&" : "?") + "\(option)=\(value)"
    }
}
