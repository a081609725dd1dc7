internal import Glibc

/// A fixed number of threads for what would make a loop wait: hashing, fetching.
///
/// Not Swift's own pool, whose few threads must never block. Jobs start in the order they were accepted and
/// run to their end. Threads inherit the signal mask of whoever makes the pool: block the signals before.
final class WorkerPool: Sendable {
    typealias Job = @Sendable () -> Void

    /// The system gave no thread; `code` is from `pthread_create`.
    struct ThreadError: Error, Equatable { var code: Int32 }

    private let queue: Lock<Queue>

    /// Starts the threads; `queueLimit` is how many jobs may wait beyond those being run.
    init(threads: Int, queueLimit: Int) throws(ThreadError) {
        precondition(threads > 0 && queueLimit > 0)
        queue = Lock(Queue(limit: queueLimit))
        for _ in 0..<threads {
            do throws(ThreadError) {
                let thread = try startThread(on: queue)
                queue.withLock { $0.threads.append(thread) }
            } catch {
                shutdown()
                throw error
            }
        }
    }

    /// Who forgot to shut down leaves no thread behind: each ends when nothing is queued any more.
    deinit {
        let threads = queue.withLock { $0.close() }
        queue.wakeAll()
        for thread in threads { pthread_detach(thread) }
    }

    /// Queues a job; false when the queue is full or closed, and the job will not run.
    func submit(_ job: @escaping Job) -> Bool {
        let isAccepted = queue.withLock { $0.accept(job) }
        if isAccepted { queue.wakeOne() }
        return isAccepted
    }

    /// Jobs that wait.
    var waiting: Int { queue.withLock { $0.jobs.count } }

    /// Accepts no more jobs, waits until all accepted ones have run, and ends the threads.
    ///
    /// May be called again, when it returns at once. Never from a job, which would wait for itself.
    func shutdown() {
        let threads = queue.withLock { $0.close() }
        queue.wakeAll()
        for thread in threads {
            let code = pthread_join(thread, nil)
            precondition(code == 0, "pthread_join: error \(code)")
        }
    }
}

/// The waiting jobs, and the threads not yet joined.
private struct Queue: Sendable {
    enum Turn {
        case run(WorkerPool.Job)
        case end
    }

    let limit: Int
    // The limit is small: moving it up by one costs nothing next to a job.
    var jobs: [WorkerPool.Job] = []
    var isClosed = false
    var threads: [pthread_t] = []

    init(limit: Int) { self.limit = limit }

    mutating func accept(_ job: @escaping WorkerPool.Job) -> Bool {
        guard !isClosed, jobs.count < limit else { return false }
        jobs.append(job)
        return true
    }

    /// What a free thread does next; nil is to wait.
    mutating func turn() -> Turn? {
        if !jobs.isEmpty { return .run(jobs.removeFirst()) }
        return isClosed ? .end : nil
    }

    mutating func close() -> [pthread_t] {
        isClosed = true
        defer { threads = [] }
        return threads
    }
}

/// The new thread owns a reference to the queue, so it may outlive the pool.
private func startThread(on queue: Lock<Queue>) throws(WorkerPool.ThreadError) -> pthread_t {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(queue)
    let code = pthread_create(&thread, nil, runJobs, context.toOpaque())
    guard code == 0 else {
        context.release()
        throw WorkerPool.ThreadError(code: code)
    }
    return thread
}

/// The body of a thread: a function and no closure, which could inherit the main actor's isolation.
private func runJobs(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let queue = Unmanaged<Lock<Queue>>.fromOpaque(context).takeRetainedValue()
    while case .run(let job) = queue.wait(for: { $0.turn() }) { job() }
    return nil
}
