/// What a test waited for did not come in time.
public struct DeadlinePassed: Error, CustomStringConvertible {
    public let description: String

    public init(_ what: String, _ limit: Duration) { description = "\(what): not within \(limit)" }
}

/// How long tests wait for what should be there at once; generous, for busy machines.
public let patience = Duration.seconds(60)

/// Runs the body, which must heed cancellation, and throws when it takes longer than the limit.
public func withDeadline<Value: Sendable>(
    _ what: String, within limit: Duration = patience, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    try await withThrowingTaskGroup(of: Value.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await body() }
        group.addTask {
            try await Task.sleep(for: limit)
            throw DeadlinePassed(what, limit)
        }
        guard let first = try await group.next() else { throw CancellationError() }
        return first
    }
}

/// Whether the condition comes true before the deadline; asks again and again.
///
/// For what no notice tells of. An error of the condition's ends the waiting.
public func eventually(
    within limit: Duration = patience, _ condition: () async throws -> Bool
) async throws -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
        if try await condition() { return true }
        if ContinuousClock.now > deadline { return false }
        try await Task.sleep(for: .milliseconds(5))
    }
}
