/// How many connections each address has, here and at the other processes of the board.
///
/// Processes tell each other of the addresses that have many, in steps of ten: so an address can have a few more than it
/// may, never a process's worth more.
struct ConnectionCounts {
    static let limit = 100
    /// What is below is told to nobody.
    private static let step = 10
    /// After so long without a word, a process is taken to be gone.
    private static let patienceMs: Int64 = 90_000

    private struct Other {
        var counts: [String: Int] = [:]
        var heardAt: Int64
    }

    private var own: [String: Int] = [:]
    private var others: [String: Other] = [:]

    /// Counts one more; says what other processes are to be told of the address, if anything.
    mutating func add(_ address: String) -> Int? {
        let count = own[address, default: 0] + 1
        own[address] = count
        return count.isMultiple(of: Self.step) ? count : nil
    }

    mutating func remove(_ address: String) -> Int? {
        guard let count = own[address] else { return nil }
        own[address] = count > 1 ? count - 1 : nil
        return count.isMultiple(of: Self.step) ? count - Self.step : nil
    }

    /// Whether an address has more than it may.
    func isOverLimit(_ address: String) -> Bool {
        let elsewhere = others.values.reduce(0) { $0 + ($1.counts[address] ?? 0) }
        return own[address, default: 0] + elsewhere > Self.limit
    }

    /// What is to be told again, as a word may have been lost.
    var crowded: [(address: String, count: Int)] {
        own.compactMap { $1 >= Self.step ? ($0, $1 / Self.step * Self.step) : nil }
    }

    /// Takes what another process said.
    mutating func hear(_ count: Int, at address: String, of process: String, at now: Int64) {
        var other = others[process] ?? Other(heardAt: now)
        other.counts[address] = count > 0 ? count : nil
        other.heardAt = now
        others[process] = other.counts.isEmpty ? nil : other
    }

    mutating func forgetSilent(at now: Int64) {
        others = others.filter { now - $0.value.heardAt < Self.patienceMs }
    }
}
