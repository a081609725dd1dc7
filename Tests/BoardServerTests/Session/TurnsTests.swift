import Testing

@testable import BoardServer

@Suite("Turns are given out at an even pace, with a burst")
struct TurnsTests {
    @Test("A burst comes at once, and then one turn for each interval")
    func pace() {
        var turns = Turns(perSecond: 50, burst: 200)
        for _ in 0..<200 { #expect(turns.take("a", at: 0) == nil) }
        #expect(turns.take("a", at: 0) == 20)
        #expect(turns.take("a", at: 19) == 1)
        #expect(turns.take("a", at: 20) == nil)
        #expect(turns.take("a", at: 20) == 20)
    }

    @Test("Waiting as long as it says suffices", arguments: [Int64(0), 7, 1_000])
    func waiting(start: Int64) {
        var turns = Turns(perSecond: 3, burst: 2)
        var now = start
        for _ in 0..<50 {
            guard let wait = turns.take("a", at: now) else { continue }
            now += Int64(wait)
            #expect(turns.take("a", at: now) == nil)
        }
    }

    @Test("Keys do not take each other's turns")
    func keys() {
        var turns = Turns(perSecond: 1, burst: 1)
        #expect(turns.take("a", at: 0) == nil)
        #expect(turns.take("b", at: 0) == nil)
        #expect(turns.take("a", at: 0) == 1_000)
    }

    @Test("Those who have been quiet are forgotten, and lose nothing by it")
    func forgetting() {
        var turns = Turns(perSecond: 1, burst: 1)
        for number in 0..<5_000 { #expect(turns.take("key \(number)", at: Int64(number) * 1_000) == nil) }
        #expect(turns.take("key 0", at: 5_000_000) == nil)
        #expect(turns.take("key 0", at: 5_000_000) == 1_000)
    }
}
