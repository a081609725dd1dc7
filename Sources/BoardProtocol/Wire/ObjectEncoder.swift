/// The members of an object.
struct ObjectEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: EncodingOutput
    let level: Int

    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: some CodingKey) {
        output.close(to: level)
        output.writer.member(key.stringValue)
    }

    func encodeNil(forKey key: Key) {
        begin(key)
        output.writer.writeNull()
    }

    func encode(_ value: Bool, forKey key: Key) {
        begin(key)
        output.writer.write(value)
    }

    func encode(_ value: String, forKey key: Key) {
        begin(key)
        output.writer.write(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        begin(key)
        do {
            try output.write(value)
        } catch {
            throw error.under(key.stringValue)
        }
    }

    func encode(_ value: Float, forKey key: Key) throws { try encode(Double(value), forKey: key) }

    func encode(_ value: some FixedWidthInteger & Encodable, forKey key: Key) {
        begin(key)
        output.write(value)
    }

    /// A value that writes nothing, as ``Maybe/missing`` does, takes its name with it.
    func encode(_ value: some Encodable, forKey key: Key) throws {
        output.close(to: level)
        let start = output.writer.bytes.count
        output.writer.member(key.stringValue)
        do {
            guard try !output.encode(value, level: level) else { return }
            output.writer.bytes.removeLast(output.writer.bytes.count - start)
        } catch {
            throw JSONError(error, otherwise: .unencodable).under(key.stringValue)
        }
    }

    // MARK: What is nil is null

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        guard let value else { return encodeNil(forKey: key) }
        encode(value, forKey: key)
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOrNull(value, key) }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
        try encodeOrNull(value, key)
    }

    private func encodeOrNull(_ value: (some Encodable)?, _ key: Key) throws {
        guard let value else { return encodeNil(forKey: key) }
        try encode(value, forKey: key)
    }

    // MARK: Containers in this one

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        begin(key)
        return ValueEncoder(output: output, level: level).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        begin(key)
        return ValueEncoder(output: output, level: level).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
        begin(SuperKey())
        return ValueEncoder(output: output, level: level)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
        begin(key)
        return ValueEncoder(output: output, level: level)
    }
}

/// The member that `Codable` names for a superclass.
struct SuperKey: CodingKey {
    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
    var stringValue: String { "super" }
    var intValue: Int? { nil }
}
