/// What PostgreSQL or libpq said when something failed, in its own words.
public struct PostgresError: Error, Sendable, Hashable {
    /// Five characters, such as `23505`; nil when the words are libpq's or our own.
    public var sqlState: String?
    public var message: String
    /// May quote a whole row, with what members wrote: not for a log.
    public var detail: String?
    public var hint: String?
    public var constraint: String?
    /// The statement, setting or migration that failed, where it is known.
    public var statement: String?
    /// Where in the SQL text, in characters from 1.
    public var position: Int?
    /// Whether the connection is gone; what was under way on it may or may not have been committed.
    public var isConnectionLost: Bool

    public init(
        message: String, sqlState: String? = nil, detail: String? = nil, hint: String? = nil,
        constraint: String? = nil, statement: String? = nil, position: Int? = nil,
        isConnectionLost: Bool = false
    ) {
        self.sqlState = sqlState
        self.message = message
        self.detail = detail
        self.hint = hint
        self.constraint = constraint
        self.statement = statement
        self.position = position
        self.isConnectionLost = isConnectionLost
    }
}

extension PostgresError: CustomStringConvertible {
    /// One line for the log; leaves out `detail`, which may quote a row.
    public var description: String {
        var line = statement.map { "\($0): \(message)" } ?? message
        if let position { line += " at character \(position)" }
        if let sqlState { line += " (\(sqlState))" }
        if let hint { line += "; hint: \(hint)" }
        return line
    }
}
