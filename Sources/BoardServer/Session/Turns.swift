/// How often each account or address may do a thing that costs little, counted in memory.
///
/// The generic cell rate algorithm: a key's turns come at an even pace, a burst of them may come at once. Keys whose turns
/// are all free again are forgotten, so the table holds who was busy of late. Processes share it loosely: whoever has taken
/// ``shareAfter`` turns in a row here is told to the others, which count them too.
struct Turns {
    /// Turns of one key that are told to other processes together.
    static let shareAfter: Int64 = 25

    private struct Use {
        /// When as many turns as have been taken would be due at an even pace; microseconds.
        var due: Int64
        /// Taken here and not told to others.
        var untold: Int64 = 0
    }

    enum Answer: Equatable {
        case taken
        /// Taken, and the others are to hear of so many.
        case share(Int64)
        /// In how many milliseconds there is a turn.
        case wait(Int)
    }

    /// Microseconds between two turns.
    private let every: Int64
    private let burst: Int64
    private var uses: [String: Use] = [:]
    private var sweepAt = 1_024

    init(perSecond: Int64, burst: Int64) {
        every = 1_000_000 / perSecond
        self.burst = burst
    }

    /// Takes a turn at a moment in milliseconds.
    mutating func take(_ key: String, at nowMs: Int64) -> Answer {
        let now = nowMs * 1_000
        var use = current(key, now)
        let wait = use.due - now - every * (burst - 1)
        if wait > 0 { return .wait(Int((wait + 999) / 1_000)) }
        use.due += every
        use.untold += 1
        var answer = Answer.taken
        if use.untold == Turns.shareAfter {
            answer = .share(use.untold)
            use.untold = 0
        }
        uses[key] = use
        if uses.count > sweepAt { sweep(now) }
        return answer
    }

    /// Counts turns that another process gave out; a key is never held up for longer than its whole burst takes.
    mutating func charge(_ key: String, _ turns: Int64, at nowMs: Int64) {
        let now = nowMs * 1_000
        var use = current(key, now)
        use.due = min(use.due + every * min(turns, burst), max(use.due, now + every * burst))
        uses[key] = use
        if uses.count > sweepAt { sweep(now) }
    }

    private func current(_ key: String, _ now: Int64) -> Use {
        guard let use = uses[key], use.due > now else { return Use(due: now) }
        return use
    }

    private mutating func sweep(_ now: Int64) {
        uses = uses.filter { $0.value.due > now }
        sweepAt = max(1_024, uses.count * 2)
    }
}
