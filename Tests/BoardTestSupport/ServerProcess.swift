import BoardClientLinux
import BoardProtocol
internal import Foundation

/// A server in a process of its own, whose time and memory can be measured.
public final class ServerProcess: Sendable {
    private static let loop = Task { try await ClientLoop.start() }

    public let pid: Int32
    public let port: Int
    private let ends: AsyncStream<Int32>

    private init(pid: Int32, port: Int, ends: AsyncStream<Int32>) {
        self.pid = pid
        self.port = port
        self.ends = ends
    }

    deinit { kill(pid, SIGKILL) }

    static func start(_ binary: String, databaseURL: String) async throws -> ServerProcess {
        let process = Process()
        process.executableURL = URL(filePath: binary)
        process.arguments = ["serve"]
        process.environment = [
            "DATABASE_URL": databaseURL, "KEIJIBAN_LISTEN": "127.0.0.1:0", "KEIJIBAN_RATE_LIMITS": "off",
            "KEIJIBAN_LOG": "error",
        ]
        let output = Pipe()
        process.standardOutput = output
        process.standardInput = FileHandle.nullDevice
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        let pid = process.processIdentifier
        do {
            let line = try await withDeadline("the server process listens", within: .seconds(60)) {
                try await withTaskCancellationHandler {
                    try await onOwnThread { try firstLine(of: output.fileHandleForReading) }
                } onCancel: {
                    kill(pid, SIGKILL)
                }
            }
            guard let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
                throw NotListening(line: line)
            }
            return ServerProcess(pid: pid, port: port, ends: ends)
        } catch {
            kill(pid, SIGKILL)
            throw error
        }
    }

    /// The process said something else, or nothing, instead of where it listens.
    public struct NotListening: Error { public let line: String }

    private static func firstLine(of handle: FileHandle) throws -> String {
        var line = Data()
        while let byte = try handle.read(upToCount: 1), let first = byte.first, first != UInt8(ascii: "\n") {
            line.append(byte)
        }
        return String(decoding: line, as: UTF8.self)
    }

    /// Asks it to go, as an operator does, and returns its exit code.
    public func stop() async throws -> Int32 {
        kill(pid, SIGTERM)
        let ends = ends
        return try await withDeadline("the server process ends", within: .seconds(30)) {
            for await code in ends { return code }
            throw CancellationError()
        }
    }

    // MARK: Clients

    public func client(token: String? = nil) async throws -> TestClient {
        TestClient(
            transport: try await WebSocketTransport.connect(
                ServerProcess.loop.value, host: "127.0.0.1", port: port, token: token))
    }

    public func member(with token: String) async throws -> TestMember {
        let client = try await client(token: token)
        guard let account = try await client.hello.session.account.value else { throw TestBoard.NoMember() }
        return TestMember(client: client, account: account, token: token)
    }

    // MARK: What it takes

    /// The time it has computed for so far.
    public var computingTime: Duration {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
            // Behind the program's name, which is in parentheses: fields 3 and on; 14 and 15 are the ticks.
            let fields = text[text.index(after: text.lastIndex(of: ")") ?? text.startIndex)...].split(
                separator: " ")
            let ticks = (Double(fields[11]) ?? 0) + (Double(fields[12]) ?? 0)
            return .seconds(ticks / Double(sysconf(Int32(_SC_CLK_TCK))))
        }
    }

    /// The memory that it occupies, in KiB.
    public var memory: Int {
        get throws {
            let text = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
            let line = text.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
            return line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        }
    }
}

extension TestBoard {
    /// One more server on the board's database, in a process of its own.
    ///
    /// Needs ``hasShell``.
    public func serverProcess() async throws -> ServerProcess {
        try await ServerProcess.start(TestBoard.binary, databaseURL: database.conninfo)
    }
}
