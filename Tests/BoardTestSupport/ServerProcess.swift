public import BoardClientLinux
import BoardProtocol
import Glibc

/// A server in a process of its own, whose time and memory can be measured.
public struct ServerProcess: Sendable {
    private static let loop = Task { try await ClientLoop.start() }
    /// What no test takes as long as.
    private static let longest = Duration.seconds(900)

    public let port: Int
    private let pid: pid_t
    private let end: Task<TestBoard.ShellResult, any Error>

    fileprivate static func start(
        on databaseURL: String, _ settings: [String: String]
    ) async throws -> ServerProcess {
        let usual = [
            "DATABASE_URL": databaseURL, "KEIJIBAN_LISTEN": "127.0.0.1:0", "KEIJIBAN_RATE_LIMITS": "off",
            "KEIJIBAN_LOG": "error",
        ]
        let environment = usual.merging(settings) { $1 }
        let child = try ChildProcess.start(TestBoard.binary, ["serve"], environment: environment)
        let line = try await onOwnThread { child.firstLine() }
        let end = Task { try await child.result(within: longest) }
        guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
            throw NotListening(line: line, errors: try await end.value.stderr)
        }
        return ServerProcess(port: port, pid: child.pid, end: end)
    }

    /// The process said something else, or nothing, instead of where it listens.
    public struct NotListening: Error {
        public let line: String
        public let errors: String
    }

    /// Asks it to go, as an operator does, and waits until it has.
    @discardableResult
    public func stop() async throws -> TestBoard.ShellResult {
        kill(pid, SIGTERM)
        let end = end
        return try await withDeadline("the server process ends", within: .seconds(30)) { try await end.value }
    }

    /// Kills it: nothing that it has under way is finished.
    public func crash() async throws {
        kill(pid, SIGKILL)
        let end = end
        _ = try await withDeadline("the server process ends", within: .seconds(30)) { try await end.value }
    }

    // MARK: Clients

    /// A connection as a guest, or with a token as its member.
    public func client(token: String? = nil) async throws -> TestClient {
        TestClient(transport: try await transport(token: token))
    }

    /// A bare connection, for frames that no client would send.
    public func transport(token: String? = nil) async throws -> WebSocketTransport {
        try await WebSocketTransport.connect(
            ServerProcess.loop.value, host: "127.0.0.1", port: port, token: token)
    }

    /// A connection of a member, by their token.
    public func member(with token: String) async throws -> TestMember {
        let client = try await client(token: token)
        guard let account = try await client.hello.session.account.value else { throw TestBoard.NoMember() }
        return TestMember(client: client, account: account, token: token)
    }

    // MARK: What it takes

    /// The seconds that it has computed for so far.
    public var computedSeconds: Double {
        get throws {
            let text = try contents(of: "/proc/\(pid)/stat")
            // Behind the program's name in parentheses come fields 3 and on; 14 and 15 are clock ticks.
            let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
            let ticks = fields.dropFirst(11).prefix(2).reduce(0) { $0 + (Double($1) ?? 0) }
            return ticks / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
    }

    /// The memory that it occupies, in KiB.
    public var memory: Int {
        get throws {
            let lines = try contents(of: "/proc/\(pid)/status").split(separator: "\n")
            let words = lines.first { $0.hasPrefix("VmRSS:") }?.split(separator: " ")
            return words?.dropFirst().first.flatMap { Int($0) } ?? 0
        }
    }

    /// How many files and connections it has open.
    public var openFiles: Int {
        get throws {
            let path = "/proc/\(pid)/fd"
            guard let folder = opendir(path) else {
                throw ChildProcess.Failure(call: "opendir \(path)", code: errno)
            }
            defer { closedir(folder) }
            var count = 0
            while readdir(folder) != nil { count += 1 }
            // The folder itself and the one above it.
            return count - 2
        }
    }

    private func contents(of path: String) throws -> String {
        guard let file = fopen(path, "r") else {
            throw ChildProcess.Failure(call: "fopen \(path)", code: errno)
        }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = fread(&bytes, 1, bytes.count, file)
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

extension ChildProcess {
    /// What it writes up to its first line's end, or its own.
    fileprivate func firstLine() -> String {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while read(output, &byte, 1) == 1, byte != UInt8(ascii: "\n") { line.append(byte) }
        return String(decoding: line, as: UTF8.self)
    }
}

extension TestBoard {
    /// Runs one more server on the board's database, in a process of its own, for as long as the body takes.
    ///
    /// Needs ``hasShell``. `settings` are variables of its environment.
    public nonisolated func withServerProcess<Result: Sendable>(
        _ settings: [String: String] = [:], _ body: (ServerProcess) async throws -> Result
    ) async throws -> Result {
        let server = try await ServerProcess.start(on: database.conninfo, settings)
        do {
            let result = try await body(server)
            try await server.stop()
            return result
        } catch {
            // The body's own error says more than what it leads to.
            _ = try? await server.stop()
            throw error
        }
    }
}
