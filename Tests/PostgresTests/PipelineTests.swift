import BoardSQL
import Testing

@testable import Postgres

@Suite("A pipeline tells what became of each flight")
struct PipelineTests {
    private var pipeline = Pipeline()
    private let refusal = PostgresError(message: "no", sqlState: "23505")

    @Test("Rows are told at the Sync, not before")
    mutating func rows() throws {
        pipeline.depart(["first", "second"]) { _ in }
        #expect(pipeline.awaited == "first")
        #expect(!pipeline.take(.rows(.none)).hasLanded)
        #expect(pipeline.awaited == "second")
        #expect(!pipeline.take(.rows(.none)).hasLanded)
        #expect(pipeline.awaited == nil)
        #expect(pipeline.count == 1)
        #expect(try pipeline.take(.synced)?.result.get().count == 2)
        #expect(pipeline.count == 0)
    }

    @Test("The first error is the flight's, and the next flight starts anew")
    mutating func failure() throws {
        pipeline.depart(["first", "second", "third"]) { _ in }
        pipeline.depart(["next"]) { _ in }
        _ = pipeline.take(.rows(.none))
        _ = pipeline.take(.failed(refusal))
        _ = pipeline.take(.aborted)
        #expect(pipeline.take(.synced)?.error == refusal)
        #expect(pipeline.awaited == "next")
        _ = pipeline.take(.rows(.none))
        #expect(try pipeline.take(.synced)?.result.get().count == 1)
    }

    @Test("A commit that fails undoes a flight whose calls all succeeded")
    mutating func commit() {
        pipeline.depart(["only"]) { _ in }
        _ = pipeline.take(.rows(.none))
        _ = pipeline.take(.failed(refusal))
        #expect(pipeline.take(.synced)?.error == refusal)
    }

    @Test("A flight without all its answers is no success")
    mutating func missing() {
        pipeline.depart(["only"]) { _ in }
        #expect(pipeline.take(.synced)?.error?.isConnectionLost == true)
    }

    @Test("An answer to nothing is left alone")
    mutating func stray() {
        #expect(!pipeline.take(.rows(.none)).hasLanded)
        #expect(!pipeline.take(.synced).hasLanded)
    }

    @Test("When the connection is lost, all flights are, in order and once")
    mutating func loss() {
        var told: [Int] = []
        for number in 0..<3 { pipeline.depart(["only"]) { _ in told.append(number) } }
        let goodbye = PostgresError(message: "terminating", sqlState: "57P01", isConnectionLost: true)
        _ = pipeline.take(.failed(goodbye))
        #expect(pipeline.farewell == goodbye)
        let landings = pipeline.lose(PostgresError(message: "gone"))
        for landing in landings { landing.tell() }
        #expect(told == [0, 1, 2])
        #expect(landings.allSatisfy { $0.error?.isConnectionLost == true })
        #expect(pipeline.lose(goodbye).isEmpty)
    }

    @Test("A queue stays in order across its own tidying up")
    func queue() {
        var queue = Queue<Int>()
        var next = 0
        for number in 0..<10_000 {
            queue.append(number)
            if number % 3 > 0, let first = queue.popFirst() {
                #expect(first == next)
                next += 1
            }
        }
        #expect(queue.count == 10_000 - next)
        queue.changeFirst { $0 = -1 }
        #expect(queue.popFirst() == -1)
        while let first = queue.popFirst() {
            next += 1
            #expect(first == next)
        }
        #expect(queue.count == 0 && next == 9_999)
    }
}

extension Pipeline.Landing {
    fileprivate var error: PostgresError? {
        if case .failure(let error) = result { error } else { nil }
    }
}

extension Pipeline.Landing? {
    fileprivate var hasLanded: Bool { map { _ in true } ?? false }
}
