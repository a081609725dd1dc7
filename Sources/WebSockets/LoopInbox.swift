internal import CWebSockets

/// The one way into a loop from other threads: jobs and replies, in the order in which they came.
///
/// `@unchecked Sendable`: the thread's name never changes, and the handle is only touched under the
/// lock, which ``Loop/close()`` takes before it lets the handle go.
public final class LoopInbox: @unchecked Sendable {
    enum Item {
        case job(@Sendable () -> Void)
        case reply(UInt64, any Sendable)
        case forget(UInt64)
    }

    private struct State {
        var items: [Item] = []
        var wakeUp: UnsafeMutablePointer<uv_async_t>?
    }

    private let state: Lock<State>
    private let thread: pthread_t

    init(wakeUp: UnsafeMutablePointer<uv_async_t>) {
        state = Lock(State(wakeUp: wakeUp))
        thread = pthread_self()
    }

    /// Whether the caller is on the loop's own thread.
    public var isOnLoop: Bool { pthread_equal(thread, pthread_self()) != 0 }

    /// Runs a job on the loop, in its next turn; after ``Loop/close()`` the job is dropped.
    public func post(_ job: @escaping @Sendable () -> Void) {
        put(.job(job))
    }

    func put(_ item: Item) {
        // What is dropped is let go outside the lock: its deinit may come back here.
        let dropped: Item? = state.withLock { state in
            guard let wakeUp = state.wakeUp else { return item }
            state.items.append(item)
            // One wake-up serves all that follows until the loop has taken the items.
            if state.items.count == 1 { uv_async_send(wakeUp) }
            return nil
        }
        _ = dropped
    }

    func takeAll() -> [Item] {
        state.withLock { state in
            guard !state.items.isEmpty else { return [] }
            let items = state.items
            state.items = []
            return items
        }
    }

    /// Takes no more: the wake-up handle is about to be closed.
    func shut() {
        let dropped = state.withLock { state in
            state.wakeUp = nil
            let items = state.items
            state.items = []
            return items
        }
        _ = dropped
    }
}
