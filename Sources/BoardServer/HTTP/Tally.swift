/// How many there are of each, such as connections of an address.
struct Tally {
    private var counts: [String: Int] = [:]

    subscript(_ key: String) -> Int { counts[key] ?? 0 }

    mutating func add(_ key: String) { counts[key, default: 0] += 1 }

    mutating func remove(_ key: String) {
        guard let count = counts[key] else { return }
        counts[key] = count > 1 ? count - 1 : nil
    }
}
