/// Any JSON value, kept as it was sent: numbers keep their text, objects the order of their members.
///
/// Two values are equal when they would be written with the same bytes. Strings are compared by their
/// UTF-8, not by canonical equivalence as `String` does it: a composed and a decomposed "é" differ.
public enum JSON: Sendable, Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSON])
    case object([JSONMember])

    public static func == (a: JSON, b: JSON) -> Bool {
        switch (a, b) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.string(let a), .string(let b)): a.hasSameBytes(as: b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }
}

/// One member of a JSON object.
public struct JSONMember: Sendable, Hashable {
    public var name: String
    public var value: JSON

    public init(name: String, value: JSON) {
        self.name = name
        self.value = value
    }

    public static func == (a: JSONMember, b: JSONMember) -> Bool {
        a.name.hasSameBytes(as: b.name) && a.value == b.value
    }
}

extension JSON {
    /// The member of that name; nil where there is none, or where this is no object.
    public subscript(name: String) -> JSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.hasSameBytes(as: name) }?.value
    }

    public var isNull: Bool { self == .null }

    public var bool: Bool? {
        guard case .bool(let value) = self else { return nil }
        return value
    }

    /// The number, where it is written as an integer (`1`, not `1.0`) and fits.
    public var int64: Int64? {
        guard case .number(let value) = self else { return nil }
        return value.int64
    }

    public var string: String? {
        guard case .string(let value) = self else { return nil }
        return value
    }

    public var array: [JSON]? {
        guard case .array(let value) = self else { return nil }
        return value
    }

    public var object: [JSONMember]? {
        guard case .object(let value) = self else { return nil }
        return value
    }

    /// This value as compact JSON in UTF-8.
    public var bytes: [UInt8] {
        var writer = JSONWriter()
        writer.write(self)
        return writer.bytes
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(nilLiteral: ()) { self = .null }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    public init(stringLiteral value: String) { self = .string(value) }
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// An object with its members in the order written; the names must differ.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { JSONMember(name: $0, value: $1) })
    }
}

extension String {
    /// Whether both are the same scalars: `==` alone would also accept canonical equivalents.
    @inline(__always)
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && self == other
            && (utf8.count < 2 || utf8.elementsEqual(other.utf8))
    }
}
