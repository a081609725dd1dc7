internal import BoardSQL

/// PostgreSQL's text form of a one-dimensional array: `{1,NULL,"a \"b\""}`.
enum ArrayLiteral {
    static func append(_ elements: [Value], to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, element) in elements.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            append(element, to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    private static func append(_ element: Value, to bytes: inout [UInt8]) {
        switch element {
        case .null: bytes.append(contentsOf: "NULL".utf8)
        case .int(let number): bytes.append(contentsOf: String(number).utf8)
        case .bool(let isTrue): bytes.append(UInt8(ascii: isTrue ? "t" : "f"))
        case .text(let text): appendQuoted(text, to: &bytes)
        case .bytes(let raw): appendHex(raw, to: &bytes)
        case .array: preconditionFailure("arrays have one dimension")
        }
    }

    /// Always in quotes, so that `NULL`, spaces, commas, braces and the empty text mean themselves.
    private static func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
            bytes.append(byte)
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// The `\x` of a `bytea` is itself escaped inside the quotes.
    private static func appendHex(_ raw: [UInt8], to bytes: inout [UInt8]) {
        func digit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x57 + nibble }
        bytes.append(contentsOf: #""\\x"#.utf8)
        for byte in raw {
            bytes.append(digit(byte >> 4))
            bytes.append(digit(byte & 15))
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
