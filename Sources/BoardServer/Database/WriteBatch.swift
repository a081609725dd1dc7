import BoardCore
import BoardProtocol
import BoardSQL
import Postgres

/// The writes that share a transaction: which statements run, in which order, with whose elements.
///
/// Elements of one session keep their order. Elements of one batch statement share a run of it, unless they have the same
/// turn: then the later one goes into a later run, and sees what the earlier one did.
struct WriteBatch {
    /// One run of a statement.
    struct Run {
        var statement: Statement
        /// Indices of its elements, in order.
        var elements: [Int]
    }

    private(set) var runs: [Run] = []
    private(set) var calls: [Call] = []
    private var lastRunOfSession: [UInt64: Int] = [:]
    private var lastRunOfTurn: [String: Int] = [:]

    var count: Int { calls.count }

    /// - Parameter session: whose order is kept.
    mutating func add(_ call: Call, of session: UInt64) {
        var earliest = lastRunOfSession[session] ?? 0
        if let turn = call.turn, let last = lastRunOfTurn[turn] { earliest = max(earliest, last + 1) }
        let index = calls.count
        calls.append(call)
        let place: Int
        if call.statement.isBatch, earliest < runs.count,
            let found = runs[earliest...].firstIndex(where: { $0.statement == call.statement })
        {
            place = found
            runs[found].elements.append(index)
        } else {
            place = runs.count
            runs.append(Run(statement: call.statement, elements: [index]))
        }
        lastRunOfSession[session] = place
        if let turn = call.turn { lastRunOfTurn[turn] = place }
    }

    /// The transaction: locks first, then the runs, then word of it to all processes.
    func flight() -> [StatementCall] {
        let claims = calls.contains { $0.holding.claimsActing }
        var flight = [StatementCall(claims ? .actingClaim : .actingHold, [])]
        let threads = Set(calls.flatMap(\.holding.threads)).sorted()
        let posts = Set(calls.flatMap(\.holding.posts)).sorted()
        let accounts = Set(calls.flatMap(\.accounts)).sorted()
        if !threads.isEmpty || !posts.isEmpty {
            flight.append(StatementCall(.threadsHold, [ids(threads), ids(posts)]))
        }
        flight += runs.map { run in
            guard run.statement.isBatch else {
                return StatementCall(run.statement, calls[run.elements[0]].values)
            }
            let width = calls[run.elements[0]].values.count
            let arrays = (0..<width).map { column in
                Value.array(run.elements.map { calls[$0].values[column] })
            }
            return StatementCall(run.statement, arrays)
        }
        if !threads.isEmpty || !posts.isEmpty || !accounts.isEmpty {
            flight.append(
                StatementCall(.changesNotify, [ids(threads), ids(posts), ids(accounts)]))
        }
        return flight
    }

    /// The rows of each element, from what the flight returned.
    func distribute(_ results: [Rows]) -> [[Row]] {
        var out = [[Row]](repeating: [], count: calls.count)
        let first = results.count - runs.count - (tellsOthers ? 1 : 0)
        for (offset, run) in runs.enumerated() {
            let rows = results[first + offset]
            if run.statement.isBatch {
                precondition(
                    rows.count == run.elements.count, "\(run.statement.name) returns a row for each element")
                for (row, element) in zip(rows, run.elements) { out[element] = [row] }
            } else {
                out[run.elements[0]] = Array(rows)
            }
        }
        return out
    }

    private var tellsOthers: Bool {
        calls.contains { !$0.holding.threads.isEmpty || !$0.holding.posts.isEmpty || !$0.accounts.isEmpty }
    }

    private func ids<Entity>(_ ids: [BoardID<Entity>]) -> Value { .array(ids.map { .int($0.rawValue) }) }
}
