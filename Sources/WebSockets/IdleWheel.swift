/// When each of many connections must be looked at next, for the price of one timer.
///
/// Each second has a slot. Moving a connection is adding it to a later slot; those that have gone
/// meanwhile are simply not found when their slot comes.
struct IdleWheel {
    private var slots: [[UInt64]]
    private var second: Int64

    /// - Parameter seconds: The furthest that anything is planned ahead.
    init(seconds: Int, now: Int64) {
        slots = Array(repeating: [], count: seconds + 2)
        second = now / 1_000
    }

    /// Plans a look at the first tick not before a time.
    mutating func plan(_ id: UInt64, at time: Int64) {
        let wanted = min(max(second + 1, (time + 999) / 1_000), second + Int64(slots.count) - 1)
        slots[Int(wanted % Int64(slots.count))].append(id)
    }

    /// Everyone whose time has come by now.
    mutating func due(_ now: Int64) -> [UInt64] {
        var ids: [UInt64] = []
        while second < now / 1_000 {
            second += 1
            let slot = Int(second % Int64(slots.count))
            ids += slots[slot]
            slots[slot] = []
        }
        return ids
    }
}
