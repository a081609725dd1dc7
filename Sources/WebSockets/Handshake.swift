/// What a request for a WebSocket must be like, before anyone is asked whether it may have one.
struct Handshake {
    let path: String
    let subprotocol: String

    init(_ options: ListenerOptions) {
        path = options.path
        subprotocol = options.subprotocol
    }

    /// The refusal, or nil: libwebsockets will make a WebSocket of it.
    func refusal(of head: RequestHead) -> HTTPReply? {
        guard head.path == path else {
            return .failure(404, "notFound", "There is nothing here.")
        }
        guard head.method == "GET" else {
            return .failure(400, "badRequest", "A WebSocket begins with GET.")
        }
        guard head.header("sec-websocket-version") == "13" else {
            return .failure(
                426, "badRequest", "WebSocket version 13 is spoken here.",
                headers: [("Sec-WebSocket-Version", "13")])
        }
        let keyCount = head.header("sec-websocket-key")?.utf8.count ?? 0
        guard keyCount > 0, keyCount < 128, head.header("host")?.isEmpty == false else {
            return .failure(400, "badRequest", "Host or Sec-WebSocket-Key is missing or odd.")
        }
        // libwebsockets reads these two through a buffer of 128 bytes.
        guard head.list("connection").contains("upgrade"), (head.header("connection")?.utf8.count ?? 0) < 127
        else {
            return .failure(400, "badRequest", "Connection: Upgrade is missing.")
        }
        if let offered = head.header("sec-websocket-protocol"), !offered.isEmpty {
            let names = offered.split(separator: ",").map { String(trimmed($0)) }
            guard names.contains(subprotocol), offered.utf8.count < 127 else {
                return .failure(400, "badRequest", "None of the offered subprotocols is spoken here.")
            }
        }
        return nil
    }

    /// For a plain request at the path of WebSockets.
    static let upgradeRequired = HTTPReply.failure(
        426, "upgradeRequired", "This is the address of a WebSocket.",
        headers: [("Upgrade", "websocket"), ("Connection", "Upgrade")])
}
