import BoardCore
import BoardProtocol

/// What the process counts, for `/metrics`.
///
/// On the loop, like all that it counts. Labels come from fixed tables, never from what somebody sent: there are as many
/// series as those tables have entries, whatever comes.
final class Metrics {
    /// What is so at this moment; read when somebody asks.
    struct Readings {
        var connections = 0
        var httpConnections = 0
        var isReady = false
        var readyLinks: [(kind: String, count: Int)] = []
        var waitingWrites = 0
        var waitingPasswords = 0
    }

    enum Limit: String, CaseIterable { case reads, writes, connections }

    private struct MethodCounts {
        let method: String
        var done: UInt64 = 0
        /// By reasons, all of which are the protocol's own.
        var refusals: [Refusal.Reason: UInt64] = [:]
        var seconds = Histogram.durations
    }

    private struct LiveCounts {
        var messages: UInt64 = 0
        var bytes: UInt64 = 0
    }

    var readings: () -> Readings = { Readings() }

    var opened: UInt64 = 0
    var notifications: UInt64 = 0
    var deafPeriods: UInt64 = 0
    private var closes: [UInt64]
    private var limited = [UInt64](repeating: 0, count: Limit.allCases.count)
    /// In the order of the methods' names; the last one is for names that there are not.
    private var methods: [MethodCounts]
    private let methodPlaces: [String: Int]
    private var live = [LiveCounts](repeating: LiveCounts(), count: LiveKind.allCases.count)
    /// By path, then by status; the last one is for all paths that there are not.
    private var replies: [[Int: UInt64]] = [[:]]
    /// Paths of plain HTTP, which are counted by themselves.
    var paths: [String] = [] {
        didSet { replies = Array(repeating: [:], count: paths.count + 1) }
    }
    private var elements = Histogram.elements
    private var batchSeconds = Histogram.durations
    private var readSeconds = Histogram.durations
    private let startedAt = Double(Clock.now().milliseconds) / 1_000

    /// Close codes that are counted by themselves; 1005 is a close without one, 1006 a cut.
    private static let closeCodes: [UInt16] = [
        1000, 1001, 1002, 1003, 1005, 1006, 1007, 1008, 1009, 1011, 1013, 4001,
    ]

    init() {
        let names = Operations.byName.keys.sorted()
        methods = (names + ["unknown"]).map { MethodCounts(method: $0) }
        methodPlaces = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
        closes = Array(repeating: 0, count: Metrics.closeCodes.count + 1)
    }

    // MARK: Counting

    func request(_ method: String, refusedFor reason: Refusal.Reason?, seconds: Double) {
        let place = methodPlaces[method] ?? methods.count - 1
        methods[place].seconds.add(seconds)
        if let reason {
            methods[place].refusals[reason, default: 0] += 1
        } else {
            methods[place].done += 1
        }
    }

    func sent(_ kind: LiveKind, bytes: Int) {
        live[kind.rawValue].messages += 1
        live[kind.rawValue].bytes += UInt64(bytes)
    }

    func closed(_ code: UInt16) {
        closes[Metrics.closeCodes.firstIndex(of: code) ?? Metrics.closeCodes.count] += 1
    }

    func replied(to path: String, with status: Int) {
        replies[paths.firstIndex(of: path) ?? paths.count][status, default: 0] += 1
    }

    func turnedAway(by limit: Limit) {
        switch limit {
        case .reads: limited[0] += 1
        case .writes: limited[1] += 1
        case .connections: limited[2] += 1
        }
    }

    func batch(of count: Int, seconds: Double) {
        elements.add(Double(count))
        batchSeconds.add(seconds)
    }

    func read(seconds: Double) { readSeconds.add(seconds) }

    // MARK: Telling

    /// All of it, as Prometheus reads it.
    var exposition: String {
        var out = Exposition()
        let now = readings()
        writeProcess(to: &out, now)
        writeConnections(to: &out, now)
        writeRequests(to: &out, now)
        writeLive(to: &out)
        writeDatabase(to: &out, now)
        return out.text
    }

    private func writeProcess(to out: inout Exposition, _ now: Readings) {
        out.family("process_start_time_seconds", .gauge, "When the process started, in seconds since 1970.")
        out.sample(startedAt)
        out.family("keijiban_build_info", .gauge, "The version that runs; always 1.")
        out.sample(1, ["version": Version.number])
        out.family("keijiban_ready", .gauge, "Whether requests can be served: 1 or 0.")
        out.sample(now.isReady ? 1 : 0)
    }

    private func writeConnections(to out: inout Exposition, _ now: Readings) {
        out.family("keijiban_connections", .gauge, "Open WebSockets.")
        out.sample(now.connections)
        out.family("keijiban_connections_opened_total", .counter, "WebSockets that were opened.")
        out.sample(opened)
        out.family("keijiban_connections_closed_total", .counter, "WebSockets that ended, by close code.")
        for (code, count) in zip(Metrics.closeCodes.map(String.init) + ["other"], closes) {
            out.sample(count, ["code": code])
        }
        out.family("keijiban_http_connections", .gauge, "Open connections that are no WebSockets.")
        out.sample(now.httpConnections)
        out.family(
            "keijiban_http_requests_total", .counter, "HTTP requests, handshakes too, by path and status.")
        for (path, counts) in zip(paths + ["other"], replies) {
            for (status, count) in counts.sorted(by: { $0.key < $1.key }) {
                out.sample(count, ["path": path, "status": String(status)])
            }
        }
    }

    private func writeRequests(to out: inout Exposition, _ now: Readings) {
        out.family(
            "keijiban_requests_total", .counter, "Requests, by method and what came of them: ok, or a reason."
        )
        for method in methods {
            out.sample(method.done, ["method": method.method, "outcome": "ok"])
            for (reason, count) in method.refusals.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
                out.sample(count, ["method": method.method, "outcome": reason.rawValue])
            }
        }
        out.family("keijiban_request_seconds", .histogram, "How long requests took, by method.")
        for method in methods where method.seconds.total > 0 {
            out.sample(method.seconds, ["method": method.method])
        }
        out.family("keijiban_rate_limited_total", .counter, "What was refused because it came too fast.")
        for (limit, count) in zip(Limit.allCases, limited) { out.sample(count, ["kind": limit.rawValue]) }
        out.family("keijiban_password_queue", .gauge, "Passwords that wait to be checked.")
        out.sample(now.waitingPasswords)
    }

    private func writeLive(to out: inout Exposition) {
        out.family("keijiban_live_messages_total", .counter, "Live messages sent, by kind.")
        for kind in LiveKind.allCases { out.sample(live[kind.rawValue].messages, ["kind": kind.name]) }
        out.family("keijiban_live_bytes_total", .counter, "Bytes of live messages sent, by kind.")
        for kind in LiveKind.allCases { out.sample(live[kind.rawValue].bytes, ["kind": kind.name]) }
        out.family("keijiban_bus_notifications_total", .counter, "Notifications heard from the database.")
        out.sample(notifications)
        out.family(
            "keijiban_bus_deaf_periods_total", .counter, "How often the listening connection was lost.")
        out.sample(deafPeriods)
    }

    private func writeDatabase(to out: inout Exposition, _ now: Readings) {
        out.family("keijiban_database_connections", .gauge, "Database connections that are ready, by use.")
        for link in now.readyLinks { out.sample(link.count, ["use": link.kind]) }
        out.family("keijiban_database_read_seconds", .histogram, "How long reads took in the database.")
        out.sample(readSeconds)
        out.family("keijiban_writer_batch_elements", .histogram, "Writes that shared a transaction.")
        out.sample(elements)
        out.family("keijiban_writer_batch_seconds", .histogram, "How long transactions took.")
        out.sample(batchSeconds)
        out.family("keijiban_writer_queue", .gauge, "Writes that wait for the next transaction.")
        out.sample(now.waitingWrites)
    }
}
