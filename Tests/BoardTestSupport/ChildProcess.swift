import Glibc

internal import class Foundation.NSLock

/// One run of a program, with what it wrote.
///
/// By `posix_spawn`, since Foundation's `Process` crashes now and then in a process with thousands of descriptors
/// (it copies whole `dirent`s, past the end of what `readdir` gave it).
struct ChildProcess {
    struct Failure: Error {
        var call: String
        var code: Int32
    }

    /// Held from making a pipe to handing it over, so that no other child of ours gets hold of its ends.
    private static let starting = NSLock()

    let pid: pid_t
    let output: Int32
    private let errors: Int32

    /// Starts a program, with nothing on its standard input.
    static func start(_ path: String, _ arguments: [String], environment: [String: String]) throws
        -> ChildProcess
    {
        starting.lock()
        defer { starting.unlock() }
        let (output, errors) = (try pipe(), try pipe())
        defer {
            close(output.writer)
            close(errors.writer)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writer, 1)
        posix_spawn_file_actions_adddup2(&actions, errors.writer, 2)
        let words = ([path] + arguments).map { strdup($0) }
        let settings = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for text in words + settings { free(text) } }
        var pid = pid_t()
        let code = posix_spawn(&pid, path, &actions, nil, words + [nil], settings + [nil])
        guard code == 0 else {
            close(output.reader)
            close(errors.reader)
            throw Failure(call: "posix_spawn \(path)", code: code)
        }
        return ChildProcess(pid: pid, output: output.reader, errors: errors.reader)
    }

    /// Waits until it ends, and kills it at the deadline; a signal's number counts as 128 more.
    func result(within limit: Duration) async throws -> TestBoard.ShellResult {
        async let stdout = onOwnThread { ChildProcess.read(output) }
        async let stderr = onOwnThread { ChildProcess.read(errors) }
        let killer = Task {
            try await Task.sleep(for: limit)
            kill(pid, SIGKILL)
        }
        // Their end is the program's: once both are closed, it is ending or dead.
        let texts = (try await stdout, try await stderr)
        let status = try await onOwnThread { ChildProcess.status(of: pid) }
        killer.cancel()
        let signal = status & 0x7F
        let exitCode = signal == 0 ? status >> 8 & 0xFF : 128 + signal
        return TestBoard.ShellResult(exitCode: exitCode, stdout: texts.0, stderr: texts.1)
    }

    private static func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func status(of pid: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status
    }

    private static func read(_ descriptor: Int32) -> String {
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
            bytes += piece[..<count]
        }
    }
}
