import Testing

@testable import BoardServer

@Suite("The worker pool")
struct WorkerPoolTests {
    /// Holds jobs back until it is opened, and counts those that wait in it.
    final class Gate: Sendable {
        private let state = Lock((isOpen: false, waiting: 0))

        func pass() {
            state.withLock { $0.waiting += 1 }
            state.wakeAll()
            state.wait { $0.isOpen ? () : nil }
        }

        func open() {
            state.withLock { $0.isOpen = true }
            state.wakeAll()
        }

        func waitUntil(waiting count: Int) { state.wait { $0.waiting >= count ? () : nil } }
    }

    @Test("Every accepted job runs once, before shutdown returns", arguments: [1, 2, 8])
    func allRun(threads: Int) throws {
        let pool = try WorkerPool(threads: threads, queueLimit: 1_000)
        let runs = Lock([Int](repeating: 0, count: 1_000))
        for index in 0..<1_000 {
            #expect(pool.submit { runs.withLock { $0[index] += 1 } })
        }
        pool.shutdown()
        #expect(runs.withLock { $0 } == [Int](repeating: 1, count: 1_000))
    }

    @Test("One thread takes jobs in order")
    func order() throws {
        let pool = try WorkerPool(threads: 1, queueLimit: 100)
        let seen = Lock([Int]())
        for index in 0..<100 {
            #expect(pool.submit { seen.withLock { $0.append(index) } })
        }
        pool.shutdown()
        #expect(seen.withLock { $0 } == Array(0..<100))
    }

    @Test("A full queue takes no more, and says so")
    func bounded() throws {
        let pool = try WorkerPool(threads: 2, queueLimit: 3)
        let gate = Gate()
        let runs = Lock(0)
        let job: @Sendable () -> Void = {
            gate.pass()
            runs.withLock { $0 += 1 }
        }
        #expect(pool.submit(job))
        #expect(pool.submit(job))
        gate.waitUntil(waiting: 2)
        #expect((0..<5).map { _ in pool.submit(job) } == [true, true, true, false, false])

        gate.open()
        pool.shutdown()
        #expect(runs.withLock { $0 } == 5)
    }

    @Test("Jobs run beside one another, as many as there are threads")
    func parallel() throws {
        let pool = try WorkerPool(threads: 3, queueLimit: 3)
        let gate = Gate()
        for _ in 0..<3 { #expect(pool.submit { gate.pass() }) }
        gate.waitUntil(waiting: 3)
        gate.open()
        pool.shutdown()
    }

    @Test("After shutdown nothing is accepted, and a second one returns")
    func closed() throws {
        let pool = try WorkerPool(threads: 2, queueLimit: 10)
        pool.shutdown()
        #expect(!pool.submit { Issue.record("ran after shutdown") })
        pool.shutdown()
    }

    @Test("Shutdown waits for queued jobs, while submitters go on trying")
    func shutdownUnderLoad() throws {
        let pool = try WorkerPool(threads: 2, queueLimit: 8)
        let submitters = try WorkerPool(threads: 2, queueLimit: 2)
        let runs = Lock(0)
        let accepted = Lock(0)
        let isOver = Lock(false)
        for _ in 0..<2 {
            _ = submitters.submit {
                while !isOver.withLock({ $0 }) {
                    guard pool.submit({ runs.withLock { $0 += 1 } }) else { continue }
                    accepted.withLock { $0 += 1 }
                    accepted.wakeAll()
                }
            }
        }
        accepted.wait { $0 > 100 ? () : nil }
        pool.shutdown()
        isOver.withLock { $0 = true }
        submitters.shutdown()
        #expect(runs.withLock { $0 } == accepted.withLock { $0 })
    }

    @Test("A forgotten pool runs what it accepted, and its threads end")
    func forgotten() throws {
        let gate = Gate()
        var pool: WorkerPool? = try WorkerPool(threads: 1, queueLimit: 4)
        for _ in 0..<4 { #expect(pool?.submit { gate.pass() } == true) }
        pool = nil
        gate.open()
        gate.waitUntil(waiting: 4)
    }

    @Test("A lock keeps every change, whoever makes it")
    func lock() throws {
        let pool = try WorkerPool(threads: 4, queueLimit: 4)
        let count = Lock(0)
        for _ in 0..<4 {
            #expect(pool.submit { for _ in 0..<10_000 { count.withLock { $0 += 1 } } })
        }
        pool.shutdown()
        #expect(count.withLock { $0 } == 40_000)
    }
}
