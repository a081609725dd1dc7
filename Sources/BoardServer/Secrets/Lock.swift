internal import Glibc

/// The target's only lock: a value that one thread at a time may touch, and a way to wait until it changes.
///
/// On `pthread_mutex_t`, because ThreadSanitizer does not see `Synchronization.Mutex` and reports
/// races where there are none.
final class Lock<State: Sendable>: @unchecked Sendable {
    // Unchecked, by this rule: `state` is read and written only between `acquire` and `release` below, and the
    // two C objects are made for use from all threads and never move.
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init(_ state: State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        changed.initialize(to: pthread_cond_t())
        check(pthread_mutex_init(mutex, nil))
        check(pthread_cond_init(changed, nil))
    }

    deinit {
        check(pthread_cond_destroy(changed))
        check(pthread_mutex_destroy(mutex))
        changed.deallocate()
        mutex.deallocate()
    }

    /// Runs the body alone; it must neither block nor come back for the same lock.
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        acquire()
        defer { release() }
        return body(&state)
    }

    /// Blocks until the body finds what it looks for; it is asked again after each ``wakeOne()`` and ``wakeAll()``.
    func wait<Found>(for body: (inout State) -> Found?) -> Found {
        acquire()
        defer { release() }
        while true {
            if let found = body(&state) { return found }
            check(pthread_cond_wait(changed, mutex))
        }
    }

    /// Lets one waiting thread look again.
    func wakeOne() { check(pthread_cond_signal(changed)) }

    /// Lets all waiting threads look again.
    func wakeAll() { check(pthread_cond_broadcast(changed)) }

    private func acquire() { check(pthread_mutex_lock(mutex)) }
    private func release() { check(pthread_mutex_unlock(mutex)) }

    /// These calls fail only when misused, which is our own mistake.
    private func check(_ code: Int32) {
        precondition(code == 0, "pthread: error \(code)")
    }
}
