internal import Foundation

extension TestBoard {
    /// How a command ended.
    public struct ShellResult: Sendable {
        public var exitCode: Int32
        public var stdout: String
        public var stderr: String
    }

    /// Whether there is a built `keijiban` to run: `KEIJIBAN_BIN`, or the one beside the tests.
    public static var hasShell: Bool { FileManager.default.isExecutableFile(atPath: binary) }

    static var binary: String {
        if let path = ProcessInfo.processInfo.environment["KEIJIBAN_BIN"] { return path }
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "keijiban").path()
    }

    /// Runs an admin command in a process of its own: `shell(["lock", "1"])` is `keijiban admin lock 1`.
    public nonisolated func shell(_ words: [String]) async throws -> ShellResult {
        try await keijiban(["admin"] + words)
    }

    /// Runs the built program on the board's database.
    public nonisolated func keijiban(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> ShellResult {
        let process = Process()
        process.executableURL = URL(filePath: TestBoard.binary)
        process.arguments = arguments
        process.environment = ["DATABASE_URL": database.conninfo].merging(environment) { $1 }
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        process.standardInput = FileHandle.nullDevice
        let (ends, end) = AsyncStream.makeStream(of: Int32.self)
        process.terminationHandler = { process in
            end.yield(process.terminationStatus)
            end.finish()
        }
        try process.run()
        async let stdout = text(of: output)
        async let stderr = text(of: errors)
        let pid = process.processIdentifier
        do {
            let exitCode = try await withDeadline("keijiban \(arguments) ends", within: .seconds(60)) {
                for await code in ends { return code }
                throw CancellationError()
            }
            return ShellResult(exitCode: exitCode, stdout: try await stdout, stderr: try await stderr)
        } catch {
            kill(pid, SIGKILL)
            throw error
        }
    }

    private nonisolated func text(of pipe: Pipe) async throws -> String {
        let handle = pipe.fileHandleForReading
        return try await onOwnThread { String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self) }
    }
}
