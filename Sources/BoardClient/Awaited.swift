/// A result that comes once, and those who wait for it.
struct Awaited<Value: Sendable> {
    typealias Waiter = CheckedContinuation<Value, any Error>

    private enum State {
        case waited(by: [UInt64: Waiter])
        case settled(Result<Value, any Error>)
    }

    private var state = State.waited(by: [:])

    /// Hands the result to all who wait, and to those who come later; only the first one counts.
    mutating func settle(_ result: Result<Value, any Error>) {
        guard case .waited(let waiters) = state else { return }
        state = .settled(result)
        for waiter in waiters.values { waiter.resume(with: result) }
    }

    /// Answers the waiter at once if the result is there, else when it comes.
    mutating func add(_ waiter: Waiter, ticket: UInt64) {
        switch state {
        case .settled(let result): waiter.resume(with: result)
        case .waited(var waiters):
            waiters[ticket] = waiter
            state = .waited(by: waiters)
        }
    }

    /// Waits no longer; harmless when the result has come meanwhile.
    mutating func cancel(ticket: UInt64) {
        guard case .waited(var waiters) = state else { return }
        let waiter = waiters.removeValue(forKey: ticket)
        state = .waited(by: waiters)
        waiter?.resume(throwing: CancellationError())
    }
}
