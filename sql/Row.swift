/// A value bound to a statement's parameter.
public enum Value: Sendable, Hashable {
    case null
    case int(Int64)
    case text(String)
    case bool(Bool)
    case bytes([UInt8])
    /// A one-dimensional array; all elements are of one kind, or null.
    indirect case array([Value])

    /// The value, or null where there is none.
    public static func optional(_ text: String?) -> Value { text.map(Value.text) ?? .null }

    /// The value, or null where there is none.
    public static func optional(_ number: Int64?) -> Value { number.map(Value.int) ?? .null }
}

/// The rows that a statement returned, as plain values in one block of memory.
///
/// Cells are PostgreSQL's text form. Made by the `Postgres` target, read everywhere.
public struct Rows: Sendable, RandomAccessCollection {
    public let columns: [String]
    public let count: Int
    fileprivate let bytes: [UInt8]
    /// Start and end in `bytes` of each cell, row by row; a null cell starts at -1.
    fileprivate let spans: [Int32]

    /// Takes the cells as laid out by the reader: `spans` has two numbers a cell.
    public init(columns: [String], count: Int, bytes: [UInt8], spans: [Int32]) {
        precondition(spans.count == count * columns.count * 2)
        self.columns = columns
        self.count = count
        self.bytes = bytes
        self.spans = spans
    }

    /// No row at all, as of a statement that returns none.
    public static let none = Rows(columns: [], count: 0, bytes: [], spans: [])

    public var startIndex: Int { 0 }
    public var endIndex: Int { count }
    public subscript(position: Int) -> Row { Row(rows: self, index: position) }
}

/// One row.
///
/// Asking for a column that the statement does not return is our own mistake and stops the process.
public struct Row: Sendable {
    fileprivate let rows: Rows
    fileprivate let index: Int

    fileprivate func cell(_ column: String) -> ArraySlice<UInt8>? {
        guard let at = rows.columns.firstIndex(of: column) else {
            preconditionFailure("the statement returns no column \(column)")
        }
        let span = (index * rows.columns.count + at) * 2
        let start = Int(rows.spans[span])
        return start < 0 ? nil : rows.bytes[start..<Int(rows.spans[span + 1])]
    }

    /// Whether the statement returns such a column.
    public func has(_ column: String) -> Bool { rows.columns.contains(column) }

    public func isNull(_ column: String) -> Bool { cell(column) == nil }

    public func textIfAny(_ column: String) -> String? {
        cell(column).map { String(decoding: $0, as: UTF8.self) }
    }

    public func text(_ column: String) -> String {
        present(textIfAny(column), column)
    }

    public func int64IfAny(_ column: String) -> Int64? {
        guard let digits = cell(column) else { return nil }
        return present(Row.number(digits), column)
    }

    public func int64(_ column: String) -> Int64 {
        present(int64IfAny(column), column)
    }

    public func int(_ column: String) -> Int { Int(int64(column)) }

    public func bool(_ column: String) -> Bool {
        present(cell(column), column).first == UInt8(ascii: "t")
    }

    /// The bytes of a `bytea` column, in PostgreSQL's hex form.
    public func bytes(_ column: String) -> [UInt8] {
        let hex = present(cell(column), column).dropFirst(2)
        func nibble(_ digit: UInt8) -> UInt8 { digit < 0x3A ? digit - 0x30 : digit - 0x57 }
        var out: [UInt8] = []
        out.reserveCapacity(hex.count / 2)
        var at = hex.startIndex
        while at + 1 < hex.endIndex {
            out.append(nibble(hex[at]) << 4 | nibble(hex[at + 1]))
            at += 2
        }
        return out
    }

    /// The numbers of a `bigint[]` column; none for null.
    public func int64s(_ column: String) -> [Int64] {
        guard let cell = cell(column) else { return [] }
        return cell.dropFirst().dropLast().split(separator: UInt8(ascii: ",")).map { part in
            present(Row.number(part), column)
        }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        var value: Int64 = 0
        let isNegative = digits.first == UInt8(ascii: "-")
        for digit in isNegative ? digits.dropFirst() : digits {
            guard digit >= 0x30, digit <= 0x39 else { return nil }
            value = value &* 10 &+ (isNegative ? -Int64(digit - 0x30) : Int64(digit - 0x30))
        }
        return digits.isEmpty ? nil : value
    }

    private func present<T>(_ value: T?, _ column: String) -> T {
        guard let value else { preconditionFailure("column \(column) is null or of another type") }
        return value
    }
}
