/// Appends JSON to a byte buffer, compact and in the order of the calls; commas come by themselves.
///
/// It keeps no state but the bytes: a value needs a comma before it unless it comes first or follows an
/// opening bracket or a colon. So prepared pieces (``raw(_:)``) may be whole values or halves of objects.
public struct JSONWriter: Sendable {
    public var bytes: [UInt8] = []

    public init() {}

    public init(capacity: Int) { bytes.reserveCapacity(capacity) }

    public mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
    }

    public mutating func endObject() { bytes.append(UInt8(ascii: "}")) }

    public mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
    }

    public mutating func endArray() { bytes.append(UInt8(ascii: "]")) }

    /// Begins a member; its value is what is written next.
    public mutating func member(_ name: String) {
        write(name)
        bytes.append(UInt8(ascii: ":"))
    }

    public mutating func write(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if let first = bytes.firstToEscape(from: start) { escape(from: first) }
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func write(_ value: Int64) {
        separate()
        append(value)
    }

    public mutating func write(_ value: Int) { write(Int64(value)) }

    /// An integer as a string of decimal digits: how ids travel.
    public mutating func writeQuoted(_ value: Int64) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        append(value)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func write(_ value: Timestamp) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        value.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
    }

    public mutating func write(_ value: Bool) {
        separate()
        bytes.append(contentsOf: (value ? "true" : "false").utf8)
    }

    public mutating func writeNull() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    public mutating func write(_ number: JSONNumber) {
        separate()
        bytes.append(contentsOf: number.text.utf8)
    }

    public mutating func write(_ value: JSON) {
        switch value {
        case .null: writeNull()
        case .bool(let value): write(value)
        case .number(let value): write(value)
        case .string(let value): write(value)
        case .array(let elements):
            beginArray()
            for element in elements { write(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                self.member(member.name)
                write(member.value)
            }
            endObject()
        }
    }

    /// Splices JSON that is written already, untouched; it is not checked.
    public mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
    }

    // MARK: Pieces

    private mutating func separate() {
        switch bytes.last {
        case nil, UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: ","): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    private mutating func append(_ value: Int64) {
        var rest = value.magnitude
        var count = 1
        while rest >= 10 {
            rest /= 10
            count += 1
        }
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        bytes.append(contentsOf: repeatElement(UInt8(ascii: "0"), count: count))
        rest = value.magnitude
        var index = bytes.count - 1
        while rest > 0 {
            bytes[index] += UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            index -= 1
        }
    }

    private mutating func escape(_ letter: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(letter)
    }

    /// Writes anew, with escapes, what was appended as it is from `start` on.
    private mutating func escape(from start: Int) {
        let plain = Array(bytes[start...])
        bytes.removeLast(plain.count)
        var index = 0
        while let next = plain.firstToEscape(from: index) {
            bytes += plain[index..<next]
            index = next + 1
            let byte = plain[next]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): escape(byte)
            case 0x08: escape(UInt8(ascii: "b"))
            case 0x09: escape(UInt8(ascii: "t"))
            case 0x0A: escape(UInt8(ascii: "n"))
            case 0x0C: escape(UInt8(ascii: "f"))
            case 0x0D: escape(UInt8(ascii: "r"))
            default:
                bytes.append(contentsOf: byte < 0x10 ? "\\u000".utf8 : "\\u001".utf8)
                let low = byte & 0x0F
                bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
            }
        }
        bytes += plain[index...]
    }
}

extension [UInt8] {
    /// The first byte from `start` on that must not stand in a JSON string as it is.
    fileprivate func firstToEscape(from start: Int) -> Int? {
        var index = start
        while index < count {
            let byte = self[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return index }
            index += 1
        }
        return nil
    }
}
