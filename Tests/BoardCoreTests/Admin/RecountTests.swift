import BoardProtocol
import BoardSQL
import Testing

@testable import BoardCore

@Suite("Recounting, page by page")
struct RecountTests {
    @Test("Goes on behind the last thread until there are no more, then counts the categories")
    func pages() throws {
        var recount = try recount()
        var next = try recount.outcome(of: judged).next
        #expect(next?.statement == .recount && next?.isRead == true)
        #expect(next?.values == [.int(0), .int(20)])
        next = try recount.outcome(of: page([(3, 0), (8, 0)])).next
        #expect(next?.statement == .recount)
        #expect(next?.values == [.int(8), .int(20)])
        next = try recount.outcome(of: []).next
        #expect(next?.statement == .recountCategories)
        #expect(next?.values == [.bool(false)])
        let end = try recount.outcome(of: categories(drift: 0))
        #expect(end.next?.statement == nil)
        #expect(end.reply.data == ["drift": 0, "repaired": 0])
    }

    @Test("Without --repair it only adds up what differs")
    func counts() throws {
        var recount = try recount()
        _ = try recount.outcome(of: judged)
        let next = try recount.outcome(of: page([(1, 2), (2, 0), (3, 1)])).next
        #expect(next?.statement == .recount)
        _ = try recount.outcome(of: [])
        #expect(try recount.outcome(of: categories(drift: 4)).reply.data == ["drift": 7, "repaired": 0])
    }

    @Test("With --repair each thread that differs is held and repaired, then the next page is read")
    func repairs() throws {
        var recount = try recount("--repair")
        _ = try recount.outcome(of: judged)
        var step = try recount.outcome(of: page([(1, 2), (2, 0), (3, 1)])).next
        var repaired: [Int64] = []
        while let call = step, call.statement == .recountRepair {
            guard case .int(let id) = call.values[0] else { break }
            #expect(call.holding == .thread(ThreadID(rawValue: id)))
            repaired.append(id)
            step = try recount.outcome(of: [Rows(["id": "\(id)", "seq": "9"])[0]]).next
        }
        #expect(repaired.sorted() == [1, 3])
        #expect(step?.statement == .recount)
        #expect(step?.values == [.int(3), .int(20)])
        step = try recount.outcome(of: []).next
        #expect(step?.values == [.bool(true)])
        let entry = try recount.outcome(of: categories(drift: 1)).next
        #expect(entry?.statement == .auditWrite)
        #expect(entry?.values == [.int(7), .int(3), .text("recount"), .text("4 numbers repaired")])
        let reply = try recount.outcome(of: audited).reply
        #expect(reply.data == ["auditId": "5", "drift": 4, "repaired": 4])
    }

    private func recount(_ words: String...) throws(Refusal) -> Recount {
        var arguments = CommandArguments(words, usage: "recount [--repair]", flags: ["--repair"])
        return try Recount(&arguments, Viewer(accountId: AccountID(rawValue: 7), role: .admin))
    }

    @Test("Whoever may not, learns nothing")
    func refused() throws {
        var recount = try recount()
        let refusal = #expect(throws: Refusal.self) {
            try recount.outcome(of: Array(Rows(["refusal": "forbidden"])))
        }
        #expect(refusal?.reason == .forbidden)
    }

    private var judged: [Row] { Array(Rows(["refusal": nil])) }
    private var audited: [Row] { Array(Rows(["refusal": nil, "audit_id": "5"])) }

    private func page(_ threads: [(Int64, Int64)]) -> [Row] {
        Array(Rows(["id", "drift"], threads.map { ["\($0.0)", "\($0.1)"] }))
    }

    private func categories(drift: Int64) -> [Row] {
        Array(Rows(["counted_categories": "t", "drift": "\(drift)"]))
    }
}
