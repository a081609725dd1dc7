import Glibc

extension TestBoard {
    /// How a command ended.
    public struct ShellResult: Sendable {
        public var exitCode: Int32
        public var stdout: String
        public var stderr: String
    }

    /// Whether there is a built `keijiban` to run: `KEIJIBAN_BIN`, or the one beside the tests.
    public static var hasShell: Bool { access(binary, X_OK) == 0 }

    static let binary: String = {
        if let path = getenv("KEIJIBAN_BIN") { return String(cString: path) }
        var path = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &path, path.count)
        let tests = String(decoding: path.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
        return tests.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/keijiban"
    }()

    /// Runs an admin command in a process of its own: `shell(["lock", "1"])` is `keijiban admin lock 1`.
    public nonisolated func shell(_ words: [String]) async throws -> ShellResult {
        try await keijiban(["admin"] + words)
    }

    /// Runs the built program on the board's database.
    public nonisolated func keijiban(
        _ arguments: [String], environment: [String: String] = [:], within limit: Duration = .seconds(60)
    ) async throws -> ShellResult {
        let environment = ["DATABASE_URL": database.conninfo].merging(environment) { $1 }
        return try await ChildProcess.start(TestBoard.binary, arguments, environment: environment)
            .result(within: limit)
    }
}
