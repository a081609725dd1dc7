internal import class Foundation.Thread

/// Runs what blocks on a thread of its own: the few threads of Swift's pool must not wait.
func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { done in
        Thread.detachNewThread { done.resume(with: Result { try body() }) }
    }
}
