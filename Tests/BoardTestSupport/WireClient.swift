public import BoardClientLinux
public import BoardProtocol

/// A client that speaks the wire by hand: members as they travel, with no types between.
///
/// For what the typed client cannot send, and for what it would not notice in an answer. One request at a time.
public actor WireClient {
    private let transport: WebSocketTransport
    private var lastId: Int64 = 0
    private var unread: [(method: String, params: JSON)] = []

    public init(transport: WebSocketTransport) { self.transport = transport }

    /// The result of a request; throws the ``Refusal`` that it is answered with.
    @discardableResult
    public func call(_ method: String, _ params: JSON = [:]) async throws -> JSON {
        let answer = try await answer(to: method, params)
        switch try IncomingMessage.read(answer) {
        case .reply(_, let result): return result
        case .refusal(_, let refusal): throw refusal
        case .notification: throw Unexpected(text: String(decoding: answer, as: UTF8.self))
        }
    }

    /// The refusal that a request is answered with; throws when it is carried out.
    public func refusal(of method: String, _ params: JSON = [:]) async throws -> Refusal {
        do {
            let result = try await call(method, params)
            throw Unexpected(
                text: "\(method) was carried out: \(String(decoding: result.bytes, as: UTF8.self))")
        } catch let refusal as Refusal {
            return refusal
        }
    }

    /// The whole frame that answers a request.
    public func answer(to method: String, _ params: JSON = [:]) async throws -> [UInt8] {
        lastId += 1
        let id = RequestID.integer(lastId)
        transport.send(Outgoing.request(id, method: method, params: params))
        while true {
            let frame = try await receive()
            switch try IncomingMessage.read(frame) {
            case .reply(id, _), .refusal(id, _): return frame
            case .notification(let method, let params): unread.append((method, params))
            default: throw Unexpected(text: String(decoding: frame, as: UTF8.self))
            }
        }
    }

    /// Sends a request that is not answered.
    public func tell(_ method: String, _ params: JSON = [:]) {
        transport.send(Outgoing.request(nil, method: method, params: params))
    }

    /// Sends a frame as it stands, and returns the next one that is no notification.
    public func answer(toFrame text: String) async throws -> JSON {
        transport.send(Array(text.utf8))
        while true {
            let frame = try await receive()
            if case .notification(let method, let params) = try IncomingMessage.read(frame) {
                unread.append((method, params))
            } else {
                return try JSONReader.read(frame, maxDepth: IncomingMessage.maxDepth)
            }
        }
    }

    /// Takes the first notification of that name, waiting for it; the others stay.
    public func next(_ method: String) async throws -> JSON {
        while true {
            if let index = unread.firstIndex(where: { $0.method == method }) {
                return unread.remove(at: index).params
            }
            let frame = try await receive()
            guard case .notification(let method, let params) = try IncomingMessage.read(frame) else {
                throw Unexpected(text: String(decoding: frame, as: UTF8.self))
            }
            unread.append((method, params))
        }
    }

    /// What came was not what should come.
    public struct Unexpected: Error { public let text: String }

    private func receive() async throws -> [UInt8] {
        let transport = transport
        return try await withDeadline("a frame") {
            try await withTaskCancellationHandler {
                try await transport.receive()
            } onCancel: {
                transport.drop()
            }
        }
    }
}

extension TestBoard {
    /// A connection that speaks the wire by hand, as a guest or with a token.
    public func wire(token: String? = nil) async throws -> WireClient {
        WireClient(transport: try await transport(token: token))
    }
}

extension BoardID {
    /// The id as it travels.
    public var json: JSON { .string(description) }
}

extension JSON {
    /// The names of an object's members, in order; none for anything else.
    public var names: [String] { object?.map(\.name) ?? [] }
}
