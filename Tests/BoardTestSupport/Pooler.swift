import BoardSQL
internal import Foundation
import Glibc

/// PgBouncer before a board's database, for as long as a test takes.
public enum Pooler {
    private static let program = "/usr/sbin/pgbouncer"

    /// Whether it is installed; nothing but these tests needs it.
    public static var isInstalled: Bool { access(program, X_OK) == 0 }

    /// Runs it in a mode of pooling; the body gets the conninfo that leads through it.
    public static func run<Result>(
        _ mode: String, before board: TestBoard, _ body: (_ conninfo: String) async throws -> Result
    ) async throws -> Result {
        let server = try await board.sql(
            """
            select trim(both '"' from split_part(current_setting('unix_socket_directories'), ',', 1)) as folder,
                current_setting('port') as port, current_user::text as name
            """)[0]
        let folder = "/tmp/keijiban-pooler-\(UInt64.random(in: 0 ... .max))"
        let files = FileManager.default
        try files.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? files.removeItem(atPath: folder) }
        // It will not run as root, and so becomes whoever the database's socket is of; its own lies here.
        try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
        let name = server.text("name")
        try """
        [databases]
        \(board.database.name) = host=\(server.text("folder")) port=\(server.text("port")) user=\(name)
        [pgbouncer]
        pool_mode = \(mode)
        auth_type = any
        listen_addr =
        listen_port = 6432
        unix_socket_dir = \(folder)
        ignore_startup_parameters = options
        """.write(toFile: "\(folder)/pgbouncer.ini", atomically: false, encoding: .utf8)
        var owner = stat()
        stat("\(server.text("folder"))/.s.PGSQL.\(server.text("port"))", &owner)
        let asOwner = ["--reuid=\(owner.st_uid)", "--regid=\(owner.st_gid)", "--clear-groups", program]
        let child = try ChildProcess.start(
            getuid() == 0 ? "/usr/bin/setpriv" : program,
            (getuid() == 0 ? asOwner : []) + ["\(folder)/pgbouncer.ini"], environment: [:])
        let end = Task { try await child.result(within: .seconds(300)) }
        let result = await Swift.Result { () async throws in
            guard try await eventually({ files.fileExists(atPath: "\(folder)/.s.PGSQL.6432") }) else {
                kill(child.pid, SIGKILL)
                throw DeadlinePassed("the pooler listens: \(try await end.value.stderr)", patience)
            }
            return try await body(
                "postgresql:///\(board.database.name)?host=\(folder)&port=6432&user=\(name)")
        }
        kill(child.pid, SIGKILL)
        _ = try await end.value
        return try result.get()
    }
}
