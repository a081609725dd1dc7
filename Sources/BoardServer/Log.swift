internal import Glibc

/// One event a line on standard error: a time, a level, an event's name, keys and values.
///
/// Bodies, passwords and tokens never come here. Values are quoted where they hold anything but plain characters, so that
/// no text from outside can make up a line or a key of its own.
public struct Log: Sendable {
    public enum Level: String, Sendable, Comparable, CaseIterable {
        case debug, info, warning, error

        public static func < (a: Level, b: Level) -> Bool { a.rank < b.rank }
        private var rank: Int { Level.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The keys of log lines.
    enum Key: String {
        case account, address, detail, error, method, ms, number, outcome, request, sessions, statement
    }

    let level: Level

    public init(level: Level) { self.level = level }

    func debug(_ event: StaticString, _ values: @autoclosure () -> KeyValuePairs<Key, String> = [:]) {
        if level <= .debug { write(.debug, event, values()) }
    }
    func info(_ event: StaticString, _ values: @autoclosure () -> KeyValuePairs<Key, String> = [:]) {
        if level <= .info { write(.info, event, values()) }
    }
    func warning(_ event: StaticString, _ values: @autoclosure () -> KeyValuePairs<Key, String> = [:]) {
        if level <= .warning { write(.warning, event, values()) }
    }
    func error(_ event: StaticString, _ values: @autoclosure () -> KeyValuePairs<Key, String> = [:]) {
        if level <= .error { write(.error, event, values()) }
    }

    private func write(_ level: Level, _ event: StaticString, _ values: KeyValuePairs<Key, String>) {
        var line = "\(Log.time()) \(level.rawValue) event=\(Log.quoted("\(event)"))"
        for (key, value) in values { line += " \(key.rawValue)=\(Log.quoted(value))" }
        line += "\n"
        // One write for the line: lines of several threads or processes do not mix.
        var bytes = Array(line.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(2, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private static func time() -> String {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        var parts = tm()
        gmtime_r(&now.tv_sec, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S", &parts)
        let milliseconds = String(now.tv_nsec / 1_000_000 + 1_000).dropFirst()
        return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
            + ".\(milliseconds)Z"
    }

    static func quoted(_ value: String) -> String {
        let isPlain =
            !value.isEmpty
            && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x3D && $0 != 0x5C }
        guard !isPlain else { return value }
        var out = "\""
        for scalar in value.unicodeScalars.prefix(1_000) {
            switch scalar {
            case "\"", "\\": out += "\\\(scalar)"
            case "\n": out += "\\n"
            case _
            where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
                || (0x2028...0x2029).contains(scalar.value):
                out += "\\u{\(String(scalar.value, radix: 16))}"
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
