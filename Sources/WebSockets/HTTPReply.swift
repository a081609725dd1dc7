internal import CWebSockets

/// An HTTP answer; its length, and what concerns the connection, are added when it is sent.
public struct HTTPReply: Sendable {
    public var status: Int
    public var headers: [(String, String)]
    public var body: [UInt8]

    public init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    public static func json(_ status: Int, _ body: [UInt8]) -> HTTPReply {
        HTTPReply(status: status, headers: [("Content-Type", "application/json")], body: body)
    }

    /// An error as JSON, `message` for people and `reason` for programs: our own words, which need no escaping.
    public static func failure(
        _ status: Int, _ reason: StaticString, _ message: StaticString, headers: [(String, String)] = []
    ) -> HTTPReply {
        var reply = HTTPReply.json(
            status, Array("{\"message\":\"\(message)\",\"reason\":\"\(reason)\"}".utf8))
        reply.headers += headers
        return reply
    }

    /// The reply as it goes over the wire.
    ///
    /// - Parameter headOnly: Without the body, as the answer to HEAD.
    func wire(headOnly: Bool, keepAlive: Bool, isHTTP10: Bool) -> [UInt8] {
        var head = "HTTP/1.1 \(status) \(reasonPhrase(status))\r\nDate: \(httpDate())\r\n"
        for (name, value) in headers {
            // A line break would begin a header, or a reply, of someone else's making.
            let clean = value.unicodeScalars.allSatisfy { $0 != "\r" && $0 != "\n" && $0 != "\0" }
            guard clean else { continue }
            head += "\(name): \(value)\r\n"
        }
        let hasBody = status >= 200 && status != 204 && status != 304
        if hasBody { head += "Content-Length: \(body.count)\r\n" }
        if !keepAlive {
            head += "Connection: close\r\n"
        } else if isHTTP10 {
            head += "Connection: keep-alive\r\n"
        }
        head += "\r\n"
        var bytes = Array(head.utf8)
        if hasBody, !headOnly { bytes += body }
        return bytes
    }
}

private func httpDate() -> String {
    var seconds = time(nil)
    var parts = tm()
    gmtime_r(&seconds, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let day = "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)])"
    return
        "\(day) \(parts.tm_year + 1900) \(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
}

private func reasonPhrase(_ status: Int) -> String {
    switch status {
    case 101: "Switching Protocols"
    case 200: "OK"
    case 201: "Created"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 411: "Length Required"
    case 413: "Content Too Large"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 422: "Unprocessable Content"
    case 426: "Upgrade Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 503: "Service Unavailable"
    default: "Status"
    }
}
