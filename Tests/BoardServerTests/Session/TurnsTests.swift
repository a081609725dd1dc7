import Testing

@testable import BoardServer

@Suite("Turns are given out at an even pace, with a burst")
struct TurnsTests {
    /// The milliseconds to wait; nil for a turn.
    private func wait(_ answer: Turns.Answer) -> Int? {
        guard case .wait(let ms) = answer else { return nil }
        return ms
    }

    @Test("A burst comes at once, and then one turn for each interval")
    func pace() {
        var turns = Turns(perSecond: 50, burst: 200)
        for _ in 0..<200 { #expect(wait(turns.take("a", at: 0)) == nil) }
        #expect(wait(turns.take("a", at: 0)) == 20)
        #expect(wait(turns.take("a", at: 19)) == 1)
        #expect(wait(turns.take("a", at: 20)) == nil)
        #expect(wait(turns.take("a", at: 20)) == 20)
    }

    @Test("Waiting as long as it says suffices", arguments: [Int64(0), 7, 1_000])
    func waiting(start: Int64) {
        var turns = Turns(perSecond: 3, burst: 2)
        var now = start
        for _ in 0..<50 {
            guard let ms = wait(turns.take("a", at: now)) else { continue }
            now += Int64(ms)
            #expect(wait(turns.take("a", at: now)) == nil)
        }
    }

    @Test("Keys do not take each other's turns")
    func keys() {
        var turns = Turns(perSecond: 1, burst: 1)
        #expect(turns.take("a", at: 0) == .taken)
        #expect(turns.take("b", at: 0) == .taken)
        #expect(turns.take("a", at: 0) == .wait(1_000))
    }

    @Test("Those who have been quiet are forgotten, and lose nothing by it")
    func forgetting() {
        var turns = Turns(perSecond: 1, burst: 1)
        for number in 0..<5_000 { #expect(turns.take("key \(number)", at: Int64(number) * 1_000) == .taken) }
        #expect(turns.take("key 0", at: 5_000_000) == .taken)
        #expect(turns.take("key 0", at: 5_000_000) == .wait(1_000))
    }

    @Test("Other processes hear of a key that takes many in a row, and of no other")
    func sharing() {
        var turns = Turns(perSecond: 50, burst: 200)
        let answers = (0..<100).map { _ in turns.take("busy", at: 0) }
        #expect(answers.count { $0 == .share(Turns.shareAfter) } == 4)
        let slow = (0..<100).map { turns.take("slow", at: Int64($0) * 1_000) }
        #expect(slow.allSatisfy { $0 == .taken })
    }

    @Test("What another process gave out counts here, though never beyond a whole burst")
    func charging() {
        var turns = Turns(perSecond: 50, burst: 200)
        turns.charge("a", 150, at: 0)
        for _ in 0..<50 { #expect(wait(turns.take("a", at: 0)) == nil) }
        #expect(wait(turns.take("a", at: 0)) == 20)
        turns.charge("a", .max, at: 0)
        turns.charge("a", .max, at: 0)
        #expect(wait(turns.take("a", at: 0)) == 20)
    }
}
