/// The decoder of one JSON value.
struct ValueDecoder: Decoder {
    let json: JSON

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard case .object(let members) = json else { throw JSONError.mismatch("must be an object") }
        return KeyedDecodingContainer(ObjectDecoder<Key>(members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard case .array(let elements) = json else { throw JSONError.mismatch("must be an array") }
        return ArrayDecoder(elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { json.isNull }
    func decode(_ type: Bool.Type) throws -> Bool { try json.decodeBool() }
    func decode(_ type: String.Type) throws -> String { try json.decodeString() }
    func decode(_ type: Double.Type) throws -> Double { try json.decodeDouble() }
    func decode(_ type: Float.Type) throws -> Float { Float(try json.decodeDouble()) }
    func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try json.decodeInteger()
    }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }
}

extension JSON {
    func decodeBool() throws(JSONError) -> Bool {
        guard case .bool(let value) = self else { throw .mismatch("must be true or false") }
        return value
    }

    func decodeString() throws(JSONError) -> String {
        guard case .string(let value) = self else { throw .mismatch("must be a string") }
        return value
    }

    func decodeDouble() throws(JSONError) -> Double {
        guard case .number(let number) = self else { throw .mismatch("must be a number") }
        guard let value = number.double else { throw JSONError(.outOfRange, "is out of range") }
        return value
    }

    func decodeInteger<Integer: FixedWidthInteger>() throws(JSONError) -> Integer {
        guard case .number(let number) = self else { throw .mismatch("must be an integer") }
        if let value = number.int64, let fitting = Integer(exactly: value) { return fitting }
        if let fitting = Integer(number.text) { return fitting }
        guard number.text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || $0 &- UInt8(ascii: "0") < 10 }) else {
            throw .mismatch("must be an integer")
        }
        throw JSONError(.outOfRange, "is out of range")
    }
}

/// The elements of an array, one after the other.
struct ArrayDecoder: UnkeyedDecodingContainer {
    private let elements: [JSON]
    private(set) var currentIndex = 0

    init(_ elements: [JSON]) { self.elements = elements }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    /// Reads the next element, and stays before it where that fails.
    private mutating func next<Value>(_ read: (JSON) throws -> Value) throws -> Value {
        guard currentIndex < elements.count else {
            throw JSONError(.missing, "is missing", path: [String(currentIndex)])
        }
        do {
            let value = try read(elements[currentIndex])
            currentIndex += 1
            return value
        } catch {
            throw JSONError(error, otherwise: .invalid).under(String(currentIndex))
        }
    }

    mutating func decodeNil() throws -> Bool {
        guard currentIndex < elements.count, elements[currentIndex].isNull else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next { try $0.decodeBool() } }
    mutating func decode(_ type: String.Type) throws -> String { try next { try $0.decodeString() } }
    mutating func decode(_ type: Double.Type) throws -> Double { try next { try $0.decodeDouble() } }
    mutating func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    mutating func decode<Integer: FixedWidthInteger & Decodable>(_ type: Integer.Type) throws -> Integer {
        try next { try $0.decodeInteger() }
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        try next { try Value(from: ValueDecoder(json: $0)) }
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        try next { try ValueDecoder(json: $0).container(keyedBy: type) }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next { try ValueDecoder(json: $0).unkeyedContainer() }
    }

    mutating func superDecoder() throws -> any Decoder { try next { ValueDecoder(json: $0) } }
}
