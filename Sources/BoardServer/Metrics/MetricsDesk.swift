import WebSockets

/// `GET /metrics`: the numbers, for those who may know them.
final class MetricsDesk {
    private let gate: Gate
    private let metrics: Metrics

    init(gate: Gate, metrics: Metrics) {
        self.gate = gate
        self.metrics = metrics
    }

    var route: Route {
        Route("/metrics", ["GET"]) { [gate, metrics] request, respond in
            guard gate.mayMeasure(request.head) else {
                return respond(.failure(403, "forbidden", "Metrics are not for this address."))
            }
            respond(
                HTTPReply(
                    status: 200, headers: [("Content-Type", Exposition.contentType)],
                    body: Array(metrics.exposition.utf8)))
        }
    }
}
