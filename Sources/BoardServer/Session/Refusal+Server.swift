import BoardProtocol

extension Refusal {
    static let noSuchMethod = Refusal(.methodNotFound, "There is no such method.")
    static let unavailable = Refusal(
        .unavailable, "The database is away. Try again in a moment.", retryAfterMs: 1_000)
    static let draining = Refusal(
        .unavailable, "The server is going away. Reconnect in a moment.", retryAfterMs: 1_000)
}
