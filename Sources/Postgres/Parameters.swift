internal import BoardSQL
internal import Glibc

/// The values of one call, laid out as libpq takes them: one block of memory and a pointer to each.
///
/// Types are the server's to infer. All are sent as text, except `bytea`, which goes as it is.
struct Parameters {
    private var bytes: [UInt8] = []
    /// Where in `bytes` each value starts; -1 for null.
    private var starts: [Int] = []
    private var lengths: [Int32] = []
    private var formats: [Int32] = []

    init(_ values: [Value]) {
        starts.reserveCapacity(values.count)
        lengths.reserveCapacity(values.count)
        formats.reserveCapacity(values.count)
        for value in values { append(value) }
    }

    private mutating func append(_ value: Value) {
        let start = bytes.count
        var isBinary = false
        switch value {
        case .null: break
        case .int(let number): bytes.append(contentsOf: String(number).utf8)
        case .bool(let isTrue): bytes.append(UInt8(ascii: isTrue ? "t" : "f"))
        case .text(let text): bytes.append(contentsOf: text.utf8)
        case .array(let elements): ArrayLiteral.append(elements, to: &bytes)
        case .bytes(let raw):
            bytes.append(contentsOf: raw)
            isBinary = true
        }
        // libpq would end a text at its first zero byte. Sent as binary, the server sees and refuses it.
        if !isBinary, hasZeroByte(from: start) { isBinary = true }
        starts.append(value == .null ? -1 : start)
        lengths.append(Int32(clamping: bytes.count - start))
        formats.append(isBinary ? 1 : 0)
        bytes.append(0)
    }

    private func hasZeroByte(from start: Int) -> Bool {
        bytes.withUnsafeBytes { block in
            guard let base = block.baseAddress, start < block.count else { return false }
            return memchr(base + start, 0, block.count - start) != nil
        }
    }

    /// Calls with count, values, lengths and formats; the pointers live as long as the call.
    func withPointers<Answer>(
        _ body: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Answer
    ) -> Answer {
        bytes.withUnsafeBytes { block in
            let base = block.baseAddress?.assumingMemoryBound(to: CChar.self)
            let pointers = starts.map { start in start < 0 ? nil : base.map { $0 + start } }
            return body(Int32(clamping: pointers.count), pointers, lengths, formats)
        }
    }
}
