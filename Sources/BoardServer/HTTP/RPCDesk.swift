import BoardCore
import BoardProtocol
import WebSockets

/// `POST /rpc`: one request of the protocol in the body, carried out like one of a WebSocket.
final class RPCDesk {
    private let gate: Gate
    private let doorman: Doorman
    private let dispatcher: Dispatcher

    init(gate: Gate, doorman: Doorman, dispatcher: Dispatcher) {
        self.gate = gate
        self.doorman = doorman
        self.dispatcher = dispatcher
    }

    var route: Route {
        Route("/rpc", ["POST", "OPTIONS"]) { [unowned self] request, respond in
            guard gate.admits(request.head) else { return respond(.foreignOrigin) }
            let headers = crossOriginHeaders(request.head)
            let respond: Route.Respond = { respond($0.adding(headers)) }
            if request.head.method == "OPTIONS" {
                respond(RPCDesk.preflight)
            } else {
                take(request, respond)
            }
        }
    }

    private func take(_ request: HTTPRequest, _ respond: @escaping Route.Respond) {
        let head = request.head
        let credentials = Doorman.Credentials(head)
        doorman.identify(credentials) { [unowned self] finding in
            switch (finding, Incoming.read(request.body)) {
            case (.badToken, _):
                respond(.badToken)
            case (_, .bad(let id, let refusal)):
                respond(.json(200, Outgoing.refusal(id, refusal)))
            case (_, .request(let rpc)) where dispatcher.changes(rpc.method) && !gate.mayChange(head):
                respond(.originMissing)
            case (.away, .request(let rpc)):
                respond(RPCDesk.reply(to: rpc, .refusal(.unavailable)))
            case (.guest, .request(let rpc)):
                run(rpc, doorman.visitor(head), respond)
            case (.member(let member), .request(let rpc)):
                var headers: [(String, String)] = []
                // The cookie lives as long as the session, from its last use.
                if member.isStale, case .cookie(let token) = credentials {
                    headers = [SessionCookie.keeping(token, isSecure: gate.isSecure(head))]
                }
                run(rpc, doorman.visitor(head, as: member)) { respond($0.adding(headers)) }
            }
        }
    }

    private func run(_ request: IncomingRequest, _ visitor: Visitor, _ respond: @escaping Route.Respond) {
        dispatcher.run(request, for: visitor) { respond(RPCDesk.reply(to: request, $0)) }
    }

    private static func reply(to request: IncomingRequest, _ answer: Dispatcher.Answer) -> HTTPReply {
        guard let id = request.id else { return HTTPReply(status: 204) }
        switch answer {
        case .reply(let encode): return .json(200, encode(id))
        case .refusal(let refusal): return .json(200, Outgoing.refusal(id, refusal))
        }
    }

    // MARK: Pages from elsewhere

    /// For pages of the listed origins; without cookies, which are for this site's own.
    private func crossOriginHeaders(_ head: RequestHead) -> [(String, String)] {
        guard let origin = head.header("origin"), gate.isListed(origin) else { return [("Vary", "Origin")] }
        return [
            ("Vary", "Origin"), ("Access-Control-Allow-Origin", origin),
            ("Access-Control-Expose-Headers", "Retry-After"),
        ]
    }

    private static let preflight = HTTPReply(
        status: 204,
        headers: [
            ("Allow", "POST, OPTIONS"), ("Access-Control-Allow-Methods", "POST"),
            ("Access-Control-Allow-Headers", "Authorization, Content-Type"),
            ("Access-Control-Max-Age", "600"),
        ])
}
