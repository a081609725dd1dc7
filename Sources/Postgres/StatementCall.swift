public import BoardSQL

/// One call of a prepared statement in a flight.
public struct StatementCall: Sendable {
    public let statement: Statement
    public let values: [Value]

    public init(_ statement: Statement, _ values: [Value]) {
        self.statement = statement
        self.values = values
    }
}
