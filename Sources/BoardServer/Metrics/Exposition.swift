/// How often values fell into each of some ranges, and what they add up to.
struct Histogram {
    /// Upper ends of the ranges, ascending; the last range has none.
    let bounds: [Double]
    private(set) var counts: [UInt64]
    private(set) var sum: Double = 0

    /// Of a request or a statement, in seconds.
    static let durations = Histogram(
        bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30])
    /// Of what a transaction holds at most 256 of.
    static let elements = Histogram(bounds: [1, 2, 4, 8, 16, 32, 64, 128, 256])

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    var total: UInt64 { counts.reduce(0, +) }

    mutating func add(_ value: Double) {
        var place = 0
        while place < bounds.count, value > bounds[place] { place += 1 }
        counts[place] += 1
        sum += value
    }
}

/// Prometheus' text format, version 0.0.4, family after family.
struct Exposition {
    enum Kind: String { case counter, gauge, histogram }

    typealias Labels = KeyValuePairs<String, String>

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    private(set) var text = ""
    private var name = ""

    /// Begins a family; the samples that follow are its.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        self.name = name
        text += "# HELP \(name) \(Exposition.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func sample(_ value: Double, _ labels: Labels = [:]) { line("", labels, nil, "\(value)") }

    mutating func sample(_ value: UInt64, _ labels: Labels = [:]) { line("", labels, nil, "\(value)") }

    mutating func sample(_ value: Int, _ labels: Labels = [:]) { line("", labels, nil, "\(value)") }

    mutating func sample(_ histogram: Histogram, _ labels: Labels = [:]) {
        var total: UInt64 = 0
        for (bound, count) in zip(histogram.bounds.map { "\($0)" } + ["+Inf"], histogram.counts) {
            total += count
            line("_bucket", labels, ("le", bound), "\(total)")
        }
        line("_sum", labels, nil, "\(histogram.sum)")
        line("_count", labels, nil, "\(total)")
    }

    private mutating func line(
        _ suffix: String, _ labels: Labels, _ extra: (String, String)?, _ value: String
    ) {
        var pairs = labels.map { "\($0.key)=\"\(Exposition.escaped($0.value, quotes: true))\"" }
        if let (label, value) = extra { pairs.append("\(label)=\"\(value)\"") }
        text += name + suffix
        if !pairs.isEmpty { text += "{\(pairs.joined(separator: ","))}" }
        text += " \(value)\n"
    }

    /// So that no text makes up a label or a line of its own.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\"" where quotes: out += "\\\""
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
