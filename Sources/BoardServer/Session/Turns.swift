/// How often each account or address may do a thing that costs little, counted by this process alone.
///
/// The generic cell rate algorithm: a key's turns come at an even pace, a burst of them may come at once. Keys whose turns
/// are all free again are forgotten, so the table holds who was busy of late.
struct Turns {
    /// Microseconds between two turns.
    private let every: Int64
    private let burst: Int64
    private var due: [String: Int64] = [:]
    private var sweepAt = 1_024

    init(perSecond: Int64, burst: Int64) {
        every = 1_000_000 / perSecond
        self.burst = burst
    }

    /// Takes a turn at a moment in milliseconds; else in how many milliseconds there is one.
    mutating func take(_ key: String, at nowMs: Int64) -> Int? {
        let now = nowMs * 1_000
        let due = max(self.due[key] ?? now, now)
        let wait = due - now - every * (burst - 1)
        if wait > 0 { return Int((wait + 999) / 1_000) }
        self.due[key] = due + every
        if self.due.count > sweepAt { sweep(now) }
        return nil
    }

    private mutating func sweep(_ now: Int64) {
        due = due.filter { $0.value > now }
        sweepAt = max(1_024, due.count * 2)
    }
}
