internal import CPostgres
internal import Glibc

extension PostgresError {
    /// A call to the system has just failed: `errno` in its own words.
    static func system(_ call: String) -> PostgresError {
        PostgresError(message: "\(call): \(String(cString: strerror(errno)))", isConnectionLost: true)
    }

    /// What a result says went wrong.
    init(of result: OpaquePointer, statement: String?) {
        func field(_ code: Int32) -> String? { PQresultErrorField(result, code).map { String(cString: $0) } }
        let severity = field(postgres_field_severity)
        self.init(
            message: field(postgres_field_message) ?? PostgresError.words(PQresultErrorMessage(result)),
            sqlState: field(postgres_field_state),
            detail: field(postgres_field_detail),
            hint: field(postgres_field_hint),
            constraint: field(postgres_field_constraint),
            statement: statement,
            position: field(postgres_field_position).flatMap { Int($0) },
            isConnectionLost: severity == "FATAL" || severity == "PANIC")
    }

    /// libpq ends its messages with a line feed, and continues them with a tab.
    static func words(_ text: UnsafePointer<CChar>?) -> String {
        guard let text else { return "libpq gave no reason" }
        let lines = String(cString: text).split(separator: "\n").map { line in
            line.drop { $0 == "\t" || $0 == " " }
        }
        return lines.isEmpty ? "libpq gave no reason" : lines.joined(separator: " ")
    }
}
