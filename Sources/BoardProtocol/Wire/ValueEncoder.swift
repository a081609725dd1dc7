/// Where the containers of one encoding write to.
final class EncodingOutput {
    enum Bracket { case object, array }

    /// Unchecked for speed: the writer's methods never call back, so no two accesses can overlap.
    @exclusivity(unchecked) var writer = JSONWriter()
    /// The containers that are still open, outermost first.
    @exclusivity(unchecked) private(set) var open: [Bracket] = []

    /// Opens a container at `level`, or goes on with the one that the same value has opened there.
    func begin(_ bracket: Bracket, at level: Int) {
        if open.count > level {
            close(to: level + 1)
            precondition(open[level] == bracket, "a value is encoded as an object and as an array")
            return
        }
        open.append(bracket)
        switch bracket {
        case .object: writer.beginObject()
        case .array: writer.beginArray()
        }
    }

    /// Closes what is open beyond `level`.
    func close(to level: Int) {
        while open.count > level {
            switch open.removeLast() {
            case .object: writer.endObject()
            case .array: writer.endArray()
            }
        }
        precondition(open.count == level, "a container is written to after another one was begun")
    }

    /// Encodes a value in the container at `level`; false where it chose to write nothing.
    func encode(_ value: some Encodable, level: Int) throws -> Bool {
        let start = writer.bytes.count
        try value.encode(to: ValueEncoder(output: self, level: level))
        close(to: level)
        return writer.bytes.count > start
    }

    func write(_ value: some FixedWidthInteger) {
        if let value = Int64(exactly: value) {
            writer.write(value)
        } else {
            writer.write(JSONNumber(value))
        }
    }

    func write(_ value: Double) throws(JSONError) {
        guard let number = JSONNumber(value) else {
            throw JSONError(.unencodable, "is a number that JSON does not have")
        }
        writer.write(number)
    }
}

/// The encoder that one value is given: the value's place is where the output's writer stands.
struct ValueEncoder: Encoder {
    let output: EncodingOutput
    let level: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        output.begin(.object, at: level)
        return KeyedEncodingContainer(ObjectEncoder<Key>(output: output, level: level + 1))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        output.begin(.array, at: level)
        return ArrayEncoder(output: output, level: level + 1)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
    func encodeNil() { output.writer.writeNull() }
    func encode(_ value: Bool) { output.writer.write(value) }
    func encode(_ value: String) { output.writer.write(value) }
    func encode(_ value: Double) throws { try output.write(value) }
    func encode(_ value: Float) throws { try output.write(Double(value)) }
    func encode(_ value: some FixedWidthInteger & Encodable) { output.write(value) }
    func encode(_ value: some Encodable) throws { try value.encode(to: self) }
}

/// The elements of an array.
struct ArrayEncoder: UnkeyedEncodingContainer {
    let output: EncodingOutput
    let level: Int
    private(set) var count = 0

    init(output: EncodingOutput, level: Int) {
        self.output = output
        self.level = level
    }

    var codingPath: [any CodingKey] { [] }

    private mutating func next() {
        output.close(to: level)
        count += 1
    }

    mutating func encodeNil() {
        next()
        output.writer.writeNull()
    }

    mutating func encode(_ value: Bool) {
        next()
        output.writer.write(value)
    }

    mutating func encode(_ value: String) {
        next()
        output.writer.write(value)
    }

    mutating func encode(_ value: Double) throws {
        next()
        try output.write(value)
    }

    mutating func encode(_ value: Float) throws { try encode(Double(value)) }

    mutating func encode(_ value: some FixedWidthInteger & Encodable) {
        next()
        output.write(value)
    }

    mutating func encode(_ value: some Encodable) throws {
        next()
        do {
            guard try !output.encode(value, level: level) else { return }
            output.writer.writeNull()
        } catch {
            throw JSONError(error, otherwise: .unencodable).under(String(count - 1))
        }
    }

    mutating func nestedContainer<Key: CodingKey>(
        keyedBy type: Key.Type
    ) -> KeyedEncodingContainer<Key> {
        next()
        return ValueEncoder(output: output, level: level).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
        next()
        return ValueEncoder(output: output, level: level).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
        next()
        return ValueEncoder(output: output, level: level)
    }
}
