/// The frames that are sent, each a whole JSON-RPC object.
///
/// Results and parameters are our own types: one that cannot be encoded is a mistake of ours, and traps.
public enum Outgoing {
    public static func request(_ id: RequestID?, method: String, params: some Encodable) -> [UInt8] {
        var writer = envelope()
        if let id {
            writer.member("id")
            writer.write(id)
        }
        return finish(&writer, method: method, params: params)
    }

    public static func reply(_ id: RequestID, result: some Encodable) -> [UInt8] {
        var writer = envelope()
        writer.member("id")
        writer.write(id)
        writer.member("result")
        writer.writeOurs(result)
        writer.endObject()
        return writer.bytes
    }

    public static func notification(_ method: String, params: some Encodable) -> [UInt8] {
        var writer = envelope()
        return finish(&writer, method: method, params: params)
    }

    /// The refusal of a request; `id` is nil where the frame was none, or had no usable id.
    public static func refusal(_ id: RequestID?, _ refusal: Refusal) -> [UInt8] {
        var writer = envelope()
        writer.member("id")
        writer.write(id)
        writer.member("error")
        writer.beginObject()
        writer.member("code")
        writer.write(refusal.reason.code)
        writer.member("message")
        writer.write(refusal.message)
        writer.member("data")
        writeDetails(of: refusal, to: &writer)
        writer.endObject()
        writer.endObject()
        return writer.bytes
    }

    private static func writeDetails(of refusal: Refusal, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("reason")
        writer.write(refusal.reason.rawValue)
        if let field = refusal.field {
            writer.member("field")
            writer.write(field)
        }
        if let retryAfterMs = refusal.retryAfterMs {
            writer.member("retryAfterMs")
            writer.write(retryAfterMs)
        }
        if let requestId = refusal.requestId {
            writer.member("requestId")
            writer.write(requestId)
        }
        if let suspension = refusal.suspension {
            writer.member("until")
            if let until = suspension.until { writer.write(until) } else { writer.writeNull() }
            writer.member("why")
            if let why = suspension.why { writer.write(why) } else { writer.writeNull() }
        }
        writer.endObject()
    }

    private static func envelope() -> JSONWriter {
        var writer = JSONWriter(capacity: 256)
        writer.raw(#"{"jsonrpc":"2.0""#.utf8)
        return writer
    }

    private static func finish(
        _ writer: inout JSONWriter, method: String, params: some Encodable
    ) -> [UInt8] {
        writer.member("method")
        writer.write(method)
        writer.member("params")
        writer.writeOurs(params)
        writer.endObject()
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func writeOurs<Value: Encodable>(_ value: Value) {
        do {
            try JSONCoding.encode(value, into: &self)
        } catch {
            preconditionFailure("\(Value.self) cannot be encoded: \(error)")
        }
    }
}
