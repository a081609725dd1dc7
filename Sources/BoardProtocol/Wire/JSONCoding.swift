/// Turns `Codable` types into JSON and back, by the contract's rules.
///
/// Encoding writes a nil member as `null`, never leaves it out; what may be left out is a ``Maybe``.
/// Decoding ignores unknown members, reads a missing or null member of an `Optional` as nil, and converts
/// nothing: an integer is `1`, not `"1"` or `1.0`, and must fit. Coding paths are not kept; the error
/// thrown in the end names the way to the value.
public enum JSONCoding {
    public static func encode(_ value: some Encodable) throws(JSONError) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        try encode(value, into: &writer)
        return writer.bytes
    }

    /// Writes `value` where the writer stands; after an error its bytes are of no use.
    public static func encode(_ value: some Encodable, into writer: inout JSONWriter) throws(JSONError) {
        let output = EncodingOutput()
        swap(&output.writer, &writer)
        defer { swap(&output.writer, &writer) }
        do {
            let start = output.writer.bytes.count
            try value.encode(to: ValueEncoder(output: output, level: 0))
            output.close(to: 0)
            if output.writer.bytes.count == start { output.writer.writeNull() }
        } catch {
            throw JSONError(error, otherwise: .unencodable)
        }
    }

    public static func decode<Value: Decodable>(
        _ type: Value.Type, from json: JSON
    ) throws(JSONError) -> Value {
        do {
            return try Value(from: ValueDecoder(json: json))
        } catch {
            throw JSONError(error, otherwise: .invalid)
        }
    }

    public static func decode<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], maxDepth: Int = 32
    ) throws(JSONError) -> Value {
        try decode(type, from: JSONReader.read(bytes, maxDepth: maxDepth))
    }
}

extension JSON: Codable {
    /// Only our own coder can write any value; another one throws.
    public func encode(to encoder: any Encoder) throws {
        guard let encoder = encoder as? ValueEncoder else {
            throw JSONError(.unencodable, "is JSON, which only JSONCoding writes")
        }
        encoder.output.writer.write(self)
    }

    public init(from decoder: any Decoder) throws {
        guard let decoder = decoder as? ValueDecoder else {
            throw JSONError(.invalid, "is JSON, which only JSONCoding reads")
        }
        self = decoder.json
    }
}
