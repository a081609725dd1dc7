/// What one text frame from the server is, as a client reads it.
public enum IncomingMessage: Sendable, Equatable {
    case reply(id: RequestID, result: JSON)
    /// `id` is nil where the server could not make out which request it refuses.
    case refusal(id: RequestID?, Refusal)
    case notification(method: String, params: JSON)

    /// How deep a server's frame may be: an app's own `meta` lies deeper in it than in the request.
    public static let maxDepth = 64

    /// Reads a frame; an error means that the other side does not speak the protocol.
    public static func read(_ frame: [UInt8]) throws(JSONError) -> IncomingMessage {
        let json = try JSONReader.read(frame, maxDepth: maxDepth)
        guard json["jsonrpc"] == "2.0" else {
            throw JSONError(.invalid, "must be \"2.0\"", path: ["jsonrpc"])
        }
        if let method = json["method"] {
            guard case .string(let name) = method else {
                throw JSONError(.typeMismatch, "must be a string", path: ["method"])
            }
            return .notification(method: name, params: json["params"] ?? .object([]))
        }
        let id = json["id"].flatMap { RequestID($0) }
        if let error = json["error"], !error.isNull {
            return .refusal(id: id, try refusal(from: error))
        }
        guard let id else { throw JSONError(.invalid, "must be a string or an integer", path: ["id"]) }
        guard let result = json["result"] else { throw JSONError(.missing, "is missing", path: ["result"]) }
        return .reply(id: id, result: result)
    }

    private static func refusal(from json: JSON) throws(JSONError) -> Refusal {
        let error: ErrorObject
        do {
            error = try JSONCoding.decode(ErrorObject.self, from: json)
        } catch {
            throw error.under("error")
        }
        let details = error.data
        let reason = details?.reason.map { Refusal.Reason(rawValue: $0) } ?? reason(for: error.code)
        let suspension = Refusal.Suspension(until: details?.until, why: details?.why)
        return Refusal(
            reason, error.message, field: details?.field, retryAfterMs: details?.retryAfterMs,
            requestId: details?.requestId, suspension: reason == .suspended ? suspension : nil)
    }

    /// The reason of a plain JSON-RPC error, from a server or proxy that sends no `data`.
    private static func reason(for code: Int64) -> Refusal.Reason {
        let plain: [Refusal.Reason] = [
            .parseError, .invalidRequest, .methodNotFound, .invalidParams, .loginRequired, .forbidden,
            .notFound, .conflict, .rateLimited, .unavailable, .suspended, .locked, .badCredentials,
        ]
        return plain.first { $0.code == code } ?? .internalError
    }

    private struct ErrorObject: Decodable {
        struct Details: Decodable {
            var reason: String?
            var field: String?
            var retryAfterMs: Int?
            var requestId: String?
            var until: Timestamp?
            var why: String?
        }

        var code: Int64
        var message: String
        var data: Details?
    }
}
