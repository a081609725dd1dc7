internal import CWebSockets

extension RequestHead {
    /// A head that was looked at before libwebsockets had the connection.
    init(_ head: HeadReader.Head, remoteAddress: String) {
        let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        method = head.method
        path = percentDecoded(parts.first ?? "")
        query = parts.count > 1 ? String(parts[1]) : ""
        self.remoteAddress = remoteAddress
        isSecure = false
        headers = head.headers
        isUpgrade = false
        isUpgrade = header("upgrade")?.lowercased() == "websocket"
    }

    /// The head of the request that libwebsockets is at, which it forgets after the callback.
    ///
    /// It has decoded the query and split it at `&` and `;`; here it is encoded again. Headers that it
    /// does not know by itself are those of `uncommonHeaders` only.
    init(_ wsi: OpaquePointer, remoteAddress: String, isSecure: Bool) {
        (method, path) = methodAndPath(wsi)
        query = queryText(wsi)
        self.remoteAddress = remoteAddress
        self.isSecure = isSecure
        headers = []
        isUpgrade = false
        for raw in 0..<WSI_TOKEN_COUNT.rawValue {
            let token = lws_token_indexes(raw)
            let length = lws_hdr_total_length(wsi, token)
            guard length > 0, let name = lws_token_to_string(token) else { continue }
            let text = String(decoding: UnsafeBufferPointer(start: name, count: strlen(name)), as: UTF8.self)
            guard text.hasSuffix(":"), !text.hasPrefix(":") else { continue }
            let value = copied(length) { lws_hdr_copy(wsi, $0, Int32($1), token) }
            headers.append((String(text.dropLast()), value))
        }
        for name in uncommonHeaders {
            let key = name + ":"
            let length = lws_hdr_custom_length(wsi, key, Int32(key.utf8.count))
            guard length > 0 else { continue }
            let value = copied(length) { lws_hdr_custom_copy(wsi, $0, Int32($1), key, Int32(key.utf8.count)) }
            headers.append((name, value))
        }
        isUpgrade = header("upgrade")?.lowercased() == "websocket"
    }
}

/// What a server behind a proxy, or one for browsers, may look at.
private let uncommonHeaders = [
    "forwarded", "idempotency-key", "sec-fetch-dest", "sec-fetch-mode", "sec-fetch-site", "x-forwarded-host",
    "x-forwarded-port", "x-forwarded-proto", "x-real-ip", "x-request-id",
]

/// In the order of `LWSHUMETH_…`.
private let methods = ["GET", "POST", "OPTIONS", "PUT", "PATCH", "DELETE", "CONNECT", "HEAD"]

private func methodAndPath(_ wsi: OpaquePointer) -> (String, String) {
    var start: UnsafeMutablePointer<CChar>?
    var count: Int32 = 0
    let method = Int(lws_http_get_uri_and_method(wsi, &start, &count))
    guard methods.indices.contains(method), let start else { return ("", "") }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
    return (methods[method], String(decoding: bytes, as: UTF8.self))
}

private func queryText(_ wsi: OpaquePointer) -> String {
    var parts: [String] = []
    var room = [CChar](repeating: 0, count: 32_768)
    while parts.count < 256 {
        let count = lws_hdr_copy_fragment(
            wsi, &room, Int32(room.count), WSI_TOKEN_HTTP_URI_ARGS, Int32(parts.count))
        guard count >= 0 else { break }
        parts.append(encodedArgument(room.prefix(Int(count)).map { UInt8(bitPattern: $0) }))
    }
    return parts.joined(separator: "&")
}

/// The first `=` separates name and value; any other is part of the value.
private func encodedArgument(_ bytes: [UInt8]) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    var isName = true
    for byte in bytes {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            encoded.append(byte)
        case UInt8(ascii: "=") where isName:
            encoded.append(byte)
            isName = false
        default:
            encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

private func copied(_ length: Int32, _ copy: (UnsafeMutablePointer<CChar>?, Int) -> Int32) -> String {
    // One more for the zero at the end, and one for each joint between fragments.
    let room = Int(length) + 64
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: room) { buffer in
        let count = copy(buffer.baseAddress, room)
        guard count > 0 else { return "" }
        return String(decoding: UnsafeRawBufferPointer(buffer).prefix(Int(count)), as: UTF8.self)
    }
}

private func percentDecoded(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
    var decoded: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%"), rest.count >= 2,
            let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
        {
            decoded.append(value)
            rest.removeFirst(2)
        } else {
            decoded.append(byte)
        }
    }
    return String(decoding: decoded, as: UTF8.self)
}
