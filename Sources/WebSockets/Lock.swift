internal import CWebSockets

/// The target's only lock, on a pthread mutex, which ThreadSanitizer understands.
///
/// `@unchecked Sendable`: the mutex is made for this, and the value is only reached while holding it.
final class Lock<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        let failed = pthread_mutex_init(mutex, nil)
        precondition(failed == 0, "pthread_mutex_init")
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }
}
