extension JSONReader {
    /// Reads a string from its opening quote to behind its closing one.
    mutating func string() throws(JSONError) -> String {
        let start = position + 1
        position = start
        try skipPlain()
        if current == UInt8(ascii: "\"") {
            position += 1
            return String(decoding: bytes[start..<position - 1], as: UTF8.self)
        }
        var text = Array(bytes[start..<position])
        while current == UInt8(ascii: "\\") {
            position += 1
            try escape(into: &text)
            let plain = position
            try skipPlain()
            text += bytes[plain..<position]
        }
        position += 1
        return String(decoding: text, as: UTF8.self)
    }

    /// Stops before the next quote or backslash; what lies before it is valid UTF-8 without controls.
    private mutating func skipPlain() throws(JSONError) {
        var index = position
        let end = bytes.count
        while index < end {
            let byte = bytes[index]
            if byte >= 0x80 {
                guard let length = scalarLength(at: index) else {
                    throw JSONError(.invalidUTF8, "a string is not UTF-8", offset: index)
                }
                index += length
            } else if byte < 0x20 {
                throw JSONError(.syntax, "a control character is not escaped", offset: index)
            } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
                position = index
                return
            } else {
                index += 1
            }
        }
        position = index
        throw syntax("it ends too early")
    }

    /// How many bytes the scalar outside ASCII at `index` takes; nil where they are not well-formed
    /// UTF-8 (Unicode, table 3-7).
    private func scalarLength(at index: Int) -> Int? {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[index] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return nil
        }
        guard index + length <= bytes.count, second.contains(bytes[index + 1]) else { return nil }
        if length > 2, bytes[index + 2] & 0xC0 != 0x80 { return nil }
        if length > 3, bytes[index + 3] & 0xC0 != 0x80 { return nil }
        return length
    }

    /// Reads what follows a backslash.
    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        let byte = current
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            position += 1
            let scalar = try escapedScalar()
            text.append(contentsOf: Unicode.UTF8.encode(scalar) ?? .init())
            return
        default: throw syntax("an escape is unknown")
        }
        position += 1
    }

    /// Reads the digits of one `\u` escape, or of the two that make a surrogate pair.
    private mutating func escapedScalar() throws(JSONError) -> Unicode.Scalar {
        let start = position - 2
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(first) { return scalar }
        let afterFirst = position
        if UTF16.isLeadSurrogate(first), current == UInt8(ascii: "\\") {
            position += 1
            if current == UInt8(ascii: "u") {
                position += 1
                let second = try codeUnit()
                if UTF16.isTrailSurrogate(second) {
                    return UTF16.decode(UTF16.EncodedScalar([first, second]))
                }
            }
        }
        if position >= bytes.count { throw syntax("it ends too early") }
        if let loneSurrogate {
            position = afterFirst
            return loneSurrogate
        }
        throw JSONError(.loneSurrogate, "a surrogate has no partner", offset: start)
    }

    private mutating func codeUnit() throws(JSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            let byte = current
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - UInt8(ascii: "A") + 10
            default: throw syntax("an escape needs four hexadecimal digits")
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
