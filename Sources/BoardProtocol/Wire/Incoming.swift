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
            return .bad(id: nil, Refusal(error))
        }
        return read(members)
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

extension Refusal {
    fileprivate static func invalidRequest(_ message: String) -> Refusal {
        Refusal(.invalidRequest, message)
    }
}
