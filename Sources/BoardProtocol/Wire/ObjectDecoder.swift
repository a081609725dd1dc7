/// The members of an object, by name.
///
/// Members mostly come in the order in which a type declares them, so each search begins where the last
/// one ended; that is what the class keeps.
final class ObjectDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let members: [JSONMember]
    private var next = 0

    init(_ members: [JSONMember]) { self.members = members }

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private func find(_ name: String) -> JSON? {
        guard let index = index(of: name, in: next..<members.count) ?? index(of: name, in: 0..<next) else {
            return nil
        }
        next = index + 1
        return members[index].value
    }

    /// Of the same length and canonically equivalent is the same, as long as our names are ASCII.
    private func index(of name: String, in range: Range<Int>) -> Int? {
        let length = name.utf8.count
        for index in range {
            let other = members[index].name
            if other.utf8.count == length, other == name { return index }
        }
        return nil
    }

    @inline(__always)
    private func read<Value>(_ name: String, _ read: (JSON) throws -> Value) throws -> Value {
        guard let json = find(name) else { throw JSONError(.missing, "is missing", path: [name]) }
        return try Self.read(json, name, read)
    }

    @inline(__always)
    private func readIfPresent<Value>(_ key: Key, _ read: (JSON) throws -> Value) throws -> Value? {
        let name = key.stringValue
        guard let json = find(name), !json.isNull else { return nil }
        return try Self.read(json, name, read)
    }

    @inline(__always)
    private static func read<Value>(
        _ json: JSON, _ name: String, _ read: (JSON) throws -> Value
    ) throws -> Value {
        do {
            return try read(json)
        } catch {
            throw JSONError(error, otherwise: .invalid).under(name)
        }
    }

    func contains(_ key: Key) -> Bool { find(key.stringValue) != nil }

    func decodeNil(forKey key: Key) throws -> Bool { try read(key.stringValue) { $0.isNull } }

    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
        try read(key.stringValue) { try $0.decodeBool() }
    }

    func decode(_ type: String.Type, forKey key: Key) throws -> String {
        try read(key.stringValue) { try $0.decodeString() }
    }

    func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
        try read(key.stringValue) { try $0.decodeDouble() }
    }

    func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
        Float(try decode(Double.self, forKey: key))
    }

    /// Spelled out, as is the next, because the compiler leaves the generic one unspecialised.
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
        try read(key.stringValue) { try $0.decodeInteger() }
    }

    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
        try read(key.stringValue) { try $0.decodeInteger() }
    }

    func decode<Integer: FixedWidthInteger & Decodable>(
        _ type: Integer.Type, forKey key: Key
    ) throws -> Integer {
        try read(key.stringValue) { try $0.decodeInteger() }
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let name = key.stringValue
        if let json = find(name) {
            return try Self.read(json, name) { try Value(from: ValueDecoder(json: $0)) }
        }
        if let type = type as? any Omittable.Type, let missing = type.missing as? Value { return missing }
        throw JSONError(.missing, "is missing", path: [name])
    }

    // MARK: What is missing or null is nil

    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try readIfPresent(key) { try $0.decodeBool() }
    }

    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try readIfPresent(key) { try $0.decodeString() }
    }

    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try readIfPresent(key) { try $0.decodeInteger() }
    }

    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try readIfPresent(key) { try $0.decodeInteger() }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        try readIfPresent(key) { try Value(from: ValueDecoder(json: $0)) }
    }

    // MARK: Containers in this one

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
        try read(key.stringValue) { try ValueDecoder(json: $0).container(keyedBy: type) }
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try read(key.stringValue) { try ValueDecoder(json: $0).unkeyedContainer() }
    }

    func superDecoder() throws -> any Decoder {
        try read(SuperKey().stringValue) { ValueDecoder(json: $0) }
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try read(key.stringValue) { ValueDecoder(json: $0) }
    }
}
