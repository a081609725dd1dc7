import WebSockets

/// A path of plain HTTP, and what it takes.
struct Route {
    typealias Respond = (HTTPReply) -> Void

    let path: String
    /// HEAD comes with GET.
    let methods: [String]
    let answer: (HTTPRequest, @escaping Respond) -> Void

    init(
        _ path: String, _ methods: [String], _ answer: @escaping (HTTPRequest, @escaping Respond) -> Void
    ) {
        self.path = path
        self.methods = methods.contains("GET") ? methods + ["HEAD"] : methods
        self.answer = answer
    }
}

/// What plain HTTP is answered: the path decides, then the method.
struct Routes {
    private let routes: [Route]

    init(_ routes: [Route]) { self.routes = routes }

    var paths: [String] { routes.map(\.path) }

    func answer(_ request: HTTPRequest, _ respond: @escaping Route.Respond) {
        guard let route = routes.first(where: { $0.path == request.head.path }) else {
            return respond(.failure(404, "notFound", "There is nothing here. WebSockets are at /ws."))
        }
        guard route.methods.contains(request.head.method) else {
            let allowed = route.methods.joined(separator: ", ")
            return respond(
                .failure(
                    405, "methodNotAllowed", "This path does not take that method.",
                    headers: [("Allow", allowed)]))
        }
        route.answer(request, respond)
    }
}
