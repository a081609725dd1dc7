import BoardCore
import BoardProtocol
import BoardSQL
import Postgres
import Testing

@testable import BoardServer

@Suite("Which writes share a transaction's statements")
struct WriteBatchTests {
    private func post(_ body: String, in thread: Int64 = 1, turn: String? = nil) -> Call {
        Call(.postCreate, holding: .thread(ThreadID(rawValue: thread)), turn: turn, .int(thread), .text(body))
    }

    private func like(_ post: Int64) -> Call {
        Call(.postLike, holding: .threadOf(PostID(rawValue: post)), .int(post), .int(7))
    }

    private func runs(_ calls: [(Call, UInt64)]) -> [(String, [Int])] {
        batch(calls).runs.map { ($0.statement.name, $0.elements) }
    }

    private func batch(_ calls: [(Call, UInt64)]) -> WriteBatch {
        var batch = WriteBatch()
        for (call, session) in calls { batch.add(call, of: session) }
        return batch
    }

    private func expect(
        _ calls: [(Call, UInt64)], _ wanted: [(String, [Int])], _ location: SourceLocation = #_sourceLocation
    ) {
        let runs = runs(calls)
        #expect(runs.map(\.0) == wanted.map(\.0), sourceLocation: location)
        #expect(runs.map(\.1) == wanted.map(\.1), sourceLocation: location)
    }

    @Test("One statement for the elements of many sessions")
    func shared() {
        expect([(post("a"), 1), (post("b"), 2), (post("c"), 1)], [("post_create", [0, 1, 2])])
    }

    @Test("A session's order is kept: what it sent later never runs earlier")
    func order() {
        expect(
            [(post("a"), 1), (like(9), 1), (post("b"), 1)],
            [("post_create", [0]), ("post_like", [1]), ("post_create", [2])])
    }

    @Test("Others may go before, into a run that is there already")
    func others() {
        expect(
            [(post("a"), 1), (like(9), 1), (post("b"), 2), (like(8), 2), (post("c"), 1)],
            [("post_create", [0, 2]), ("post_like", [1, 3]), ("post_create", [4])])
    }

    @Test("Two calls of the same turn never share a run, also of different sessions")
    func turns() {
        expect(
            [(post("a", turn: "k"), 1), (post("b", turn: "k"), 2), (post("c", turn: "j"), 3)],
            [("post_create", [0, 2]), ("post_create", [1])])
    }

    @Test("Three of a turn run one after the other")
    func threeTurns() {
        expect(
            [
                (post("a", turn: "k"), 1), (post("b", turn: "k"), 1), (post("c", turn: "k"), 1),
                (post("d"), 1),
            ],
            [("post_create", [0]), ("post_create", [1]), ("post_create", [2, 3])])
    }

    @Test("A statement of one row runs by itself")
    func rare() {
        let lock = Call(.threadUpdate, holding: .thread(ThreadID(rawValue: 1)), .int(7), .int(1))
        expect(
            [(lock, 1), (lock, 2), (post("a"), 1)],
            [("thread_update", [0]), ("thread_update", [1]), ("post_create", [2])])
    }

    @Test("The transaction locks first, by ascending id and each thread once, then runs, then tells")
    func flight() {
        let flight = batch([
            (post("a", in: 5), 1), (post("b", in: 2), 2), (like(9), 3), (post("c", in: 5), 4), (like(3), 5),
        ]).flight()
        #expect(
            flight.map(\.statement)
                == [.actingHold, .threadsHold, .postCreate, .postLike, .changesNotify])
        #expect(flight[1].values == [ids(2, 5), ids(3, 9)])
        #expect(flight[2].values == [ids(5, 2, 5), .array([.text("a"), .text("b"), .text("c")])])
        #expect(flight[3].values == [ids(9, 3), ids(7, 7)])
        #expect(flight[4].values.prefix(3) == [ids(2, 5), ids(3, 9), .array([])])
    }

    @Test("Who changes who may act waits for the writes under way")
    func claims() {
        let suspend = Call(.accountSuspend, holding: .acting, .int(7), .text("aki"), .null, .null)
        #expect(batch([(post("a"), 1), (suspend, 2)]).flight().first?.statement == .actingClaim)
    }

    @Test("What is about accounts alone locks no thread, and tells of the accounts")
    func accounts() {
        let end = Call(.sessionEnd, telling: [AccountID(rawValue: 7)], .int(7), .int(3))
        let flight = batch([(end, 1), (end, 2)]).flight()
        #expect(flight.map(\.statement) == [.actingHold, .sessionEnd, .sessionEnd, .changesNotify])
        #expect(flight.last?.values[2] == ids(7))
    }

    @Test("What concerns nobody tells nobody")
    func quiet() {
        let touch = Call(.sessionTouch, .int(3))
        #expect(batch([(touch, 1)]).flight().map(\.statement) == [.actingHold, .sessionTouch])
    }

    @Test("Each element gets its own rows back")
    func distribute() {
        let lock = Call(.threadUpdate, holding: .thread(ThreadID(rawValue: 1)), .int(7), .int(1))
        let batch = batch([(post("a"), 1), (lock, 1), (post("b"), 2)])
        let results = batch.flight().map { call -> Rows in
            switch call.statement {
            case .postCreate: rows(["0", "2"])
            case .threadUpdate: rows(["1", "more"])
            default: .none
            }
        }
        let out = batch.distribute(results)
        #expect(out.map { $0.map { $0.text("x") } } == [["0"], ["1", "more"], ["2"]])
    }

    private func ids(_ ids: Int64...) -> Value { .array(ids.map { .int($0) }) }

    private func rows(_ texts: [String]) -> Rows {
        var bytes: [UInt8] = []
        var spans: [Int32] = []
        for text in texts {
            spans.append(Int32(bytes.count))
            bytes += text.utf8
            spans.append(Int32(bytes.count))
        }
        return Rows(columns: ["x"], count: texts.count, bytes: bytes, spans: spans)
    }
}
