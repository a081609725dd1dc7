import BoardProtocol
public import BoardSQL
import Postgres

/// What PostgreSQL did to run a statement, as `explain (analyze, format json)` tells it.
public struct Plan: Sendable {
    /// One step, and how many rows it looked at: those it passed on and those it threw away, over all its runs.
    public struct Step: Sendable {
        public var name: String
        public var rows: Double
    }

    public var steps: [Step] = []

    /// The step that looked at the most rows.
    public var widest: Step? { steps.max { $0.rows < $1.rows } }

    init(_ json: JSON) {
        guard let root = json.array?.first?["Plan"] else { return }
        collect(root)
    }

    private mutating func collect(_ node: JSON) {
        func number(_ name: String) -> Double {
            guard case .number(let number) = node[name] else { return 0 }
            return number.double ?? 0
        }
        let read =
            number("Actual Rows") + number("Rows Removed by Filter") + number("Rows Removed by Join Filter")
            + number("Rows Removed by Index Recheck")
        let name = ["Node Type", "Relation Name", "Index Name", "CTE Name"].compactMap { node[$0]?.string }
        steps.append(Step(name: name.joined(separator: " "), rows: read * number("Actual Loops")))
        for child in node["Plans"]?.array ?? [] { collect(child) }
    }
}

extension TestBoard {
    /// Runs a prepared statement with a plan made for no arguments in particular, as the server's connections come to do
    /// (`random_page_cost` is theirs too), and says what it took.
    public nonisolated func plan(of statement: Statement, _ arguments: [String]) async throws -> Plan {
        try await onOwnThread { [database] in
            let connection = try database.connect()
            try connection.exec("set plan_cache_mode = force_generic_plan; set random_page_cost = 1.1")
            try connection.exec("prepare it as \(statement.sql)")
            let rows = try connection.exec(
                "explain (analyze, format json) execute it(\(arguments.joined(separator: ", ")))")
            let text = rows.map { $0.text("QUERY PLAN") }.joined()
            return Plan(try JSONReader.read(Array(text.utf8), maxDepth: 200))
        }
    }
}
