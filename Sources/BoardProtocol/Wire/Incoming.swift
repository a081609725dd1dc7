/// What one text frame from a client is: a request, or something to refuse.
public enum Incoming: Sendable {
    case request(IncomingRequest)
    /// No request; the refusal goes out under `id`, which is nil where the frame has no usable one.
    case bad(id: RequestID?, Refusal)

    /// Judges the envelope of a frame; the method and its parameters are for the dispatcher to judge.
    public static func read(_ frame: [UInt8]) -> Incoming {
        let members: [JSONMember]
        do {
            guard case .object(let object) = try JSONReader.read(frame) else {
                return .bad(id: nil, .invalidRequest("Send one JSON-RPC object in each frame, no batches."))
            }
            members = object
        } catch {
            if error.kind == .loneSurrogate, let answer = readMarked(frame) { return answer }
            return .bad(id: nil, Refusal(error))
        }
        return read(members)
    }

    /// A lone surrogate in a parameter is that parameter's fault and not the frame's: the contract refuses it by name.
    private static func readMarked(_ frame: [UInt8]) -> Incoming? {
        // A noncharacter, which no text may hold.
        let mark: Unicode.Scalar = "\u{FFFF}"
        guard case .object(let members)? = try? JSONReader.read(frame, marking: mark),
            case .request(let request) = read(members), case .object(let params) = request.params,
            let field = params.first(where: { $0.value.holds(mark) || $0.name.unicodeScalars.contains(mark) })
        else { return nil }
        let message = "Take the half character (a lone surrogate) out of \(field.name)."
        return .bad(id: request.id, .invalid(field.name, message))
    }

    private static func read(_ members: [JSONMember]) -> Incoming {
        var version, id, method, params: JSON?
        for member in members {
            switch member.name {
            case "jsonrpc": version = member.value
            case "id": id = member.value
            case "method": method = member.value
            case "params": params = member.value
            default: break
            }
        }
        let requestID = id.flatMap { RequestID($0) }
        if id != nil, requestID == nil {
            return .bad(id: nil, .invalidRequest("The id must be a string or an integer."))
        }
        guard version == "2.0" else {
            return .bad(id: requestID, .invalidRequest("The member jsonrpc must be \"2.0\"."))
        }
        guard case .string(let method) = method else {
            return .bad(id: requestID, .invalidRequest("The method must be a string."))
        }
        return .request(
            IncomingRequest(id: requestID, method: method, params: params ?? .object([])))
    }
}

/// A request as it came; without an id it is carried out and not answered, not even with an error.
public struct IncomingRequest: Sendable {
    public var id: RequestID?
    public var method: String
    /// An object, empty where none was sent, or what the caller sent in its place.
    public var params: JSON

    public init(id: RequestID?, method: String, params: JSON = .object([])) {
        self.id = id
        self.method = method
        self.params = params
    }

    /// The parameters as a request type; the refusal names the outermost wrong one.
    public func decodeParams<Value: Decodable>(as type: Value.Type) throws(Refusal) -> Value {
        guard case .object = params else {
            throw Refusal(.invalidParams, "The params must be an object.")
        }
        do {
            return try JSONCoding.decode(type, from: params)
        } catch {
            throw Refusal(error)
        }
    }
}

extension JSON {
    fileprivate func holds(_ mark: Unicode.Scalar) -> Bool {
        switch self {
        case .string(let text): text.unicodeScalars.contains(mark)
        case .array(let values): values.contains { $0.holds(mark) }
        case .object(let members):
            members.contains { $0.value.holds(mark) || $0.name.unicodeScalars.contains(mark) }
        case .null, .bool, .number: false
        }
    }
}

extension Refusal {
    fileprivate static func invalidRequest(_ message: String) -> Refusal {
        Refusal(.invalidRequest, message)
    }
}
