import BoardProtocol
import WebSockets

extension HTTPReply {
    static let badToken = HTTPReply.failure(
        401, "badCredentials", "This token is no longer good. Log in again.",
        headers: [("WWW-Authenticate", "Bearer")])
    static let foreignOrigin = HTTPReply.failure(403, "forbidden", "This origin may not connect.")
    static let originMissing = HTTPReply.failure(
        403, "forbidden", "A request with a cookie that changes something needs this site's Origin.")
    static let tooManyConnections = HTTPReply.failure(
        429, "rateLimited", "Too many connections from this address.", headers: [("Retry-After", "1")])
    static let draining = HTTPReply.failure(
        503, "unavailable", "The server is going away. Reconnect in a moment.",
        headers: [("Retry-After", "1")])
    static let away = HTTPReply.failure(
        503, "unavailable", "The database is away. Try again in a moment.", headers: [("Retry-After", "1")])

    /// A refusal in the terms of HTTP.
    init(_ refusal: Refusal) {
        var members: [JSONMember] = [
            JSONMember(name: "message", value: .string(refusal.message)),
            JSONMember(name: "reason", value: .string(refusal.reason.rawValue)),
        ]
        if let field = refusal.field { members.append(JSONMember(name: "field", value: .string(field))) }
        if let id = refusal.requestId { members.append(JSONMember(name: "requestId", value: .string(id))) }
        self = .json(HTTPReply.status(of: refusal.reason), JSON.object(members).bytes)
        guard let wait = refusal.retryAfterMs else { return }
        headers.append(("Retry-After", String(max(1, (wait + 999) / 1_000))))
    }

    func adding(_ more: [(String, String)]) -> HTTPReply {
        HTTPReply(status: status, headers: headers + more, body: body)
    }

    private static func status(of reason: Refusal.Reason) -> Int {
        switch reason {
        case .parseError, .invalidRequest: 400
        case .loginRequired, .badCredentials: 401
        case .notFound, .methodNotFound: 404
        case .conflict, .locked: 409
        case .invalidParams: 422
        case .rateLimited: 429
        case .internalError: 500
        case .unavailable: 503
        // Rights, suspensions, and what a later release may refuse.
        default: 403
        }
    }
}
