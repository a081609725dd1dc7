import BoardProtocol
import BoardSQL

extension Value {
    /// An app's own object as it is stored: compact JSON of at most 2,048 bytes; null for none.
    static func meta(_ meta: JSON?) throws(Refusal) -> Value {
        guard let meta, meta != .null else { return .null }
        var writer = JSONWriter()
        writer.write(meta)
        var isObject = false
        if case .object = meta { isObject = true }
        try TextRules.meta(isObject: isObject, bytes: writer.bytes.count)
        return .text(String(decoding: writer.bytes, as: UTF8.self))
    }
}
