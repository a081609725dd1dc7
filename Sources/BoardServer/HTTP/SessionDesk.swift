import BoardCore
import BoardProtocol
import WebSockets

/// `/session`: logging in and out for pages, whose token lies in a cookie.
final class SessionDesk {
    private let gate: Gate
    private let doorman: Doorman
    private let dispatcher: Dispatcher

    init(gate: Gate, doorman: Doorman, dispatcher: Dispatcher) {
        self.gate = gate
        self.doorman = doorman
        self.dispatcher = dispatcher
    }

    var route: Route {
        Route("/session", ["POST", "DELETE"]) { [unowned self] request, respond in
            guard gate.admits(request.head) else { return respond(.foreignOrigin) }
            guard gate.mayChange(request.head) else { return respond(.originMissing) }
            let respond: Route.Respond = { respond($0.adding([("Cache-Control", "no-store")])) }
            if request.head.method == "POST" {
                begin(request, respond)
            } else {
                end(request.head, respond)
            }
        }
    }

    /// Logs in by name and password, or with a token that the page has; the token goes into the cookie.
    private func begin(_ request: HTTPRequest, _ respond: @escaping Route.Respond) {
        let body: JSON
        do throws(JSONError) {
            body = try JSONReader.read(request.body)
        } catch {
            return respond(HTTPReply(Refusal(error)))
        }
        let id = RequestID.integer(1)
        let method = body["token"] == nil ? LogIn.method : ResumeSession.method
        let isSecure = gate.isSecure(request.head)
        let logIn = IncomingRequest(id: id, method: method, params: body)
        dispatcher.run(logIn, for: doorman.visitor(request.head)) { answer in
            switch answer {
            case .refusal(let refusal):
                respond(HTTPReply(refusal))
            case .reply(let encode):
                guard case .reply(_, let result)? = try? IncomingMessage.read(encode(id)),
                    let account = result["account"],
                    let token = result["token"]?.string ?? body["token"]?.string
                else { preconditionFailure("\(method) answers with an account") }
                let reply: JSON = .object([JSONMember(name: "account", value: account)])
                let cookie = SessionCookie.keeping(token, isSecure: isSecure)
                respond(HTTPReply.json(200, reply.bytes).adding([cookie]))
            }
        }
    }

    /// Ends the session that the request comes with; without one there is only a cookie to forget.
    private func end(_ head: RequestHead, _ respond: @escaping Route.Respond) {
        let done = HTTPReply(
            status: 204, headers: [SessionCookie.forgetting(isSecure: gate.isSecure(head))])
        doorman.identify(Doorman.Credentials(head)) { [unowned self] finding in
            switch finding {
            case .badToken: respond(.badToken)
            case .away: respond(.away)
            case .guest: respond(done)
            case .member(let member):
                let logOut = IncomingRequest(id: .integer(1), method: LogOut.method)
                dispatcher.run(logOut, for: doorman.visitor(head, as: member)) { answer in
                    switch answer {
                    case .reply: respond(done)
                    case .refusal(let refusal): respond(HTTPReply(refusal))
                    }
                }
            }
        }
    }
}
