import Testing
import WebSockets

@testable import BoardServer

@Suite("How soon the next round of sending may begin")
struct PaceTests {
    @Test("At once when idle")
    func idle() {
        #expect(Pace(atLeastMs: 50).wait(at: 0) == nil)
    }

    @Test("Not sooner than so many milliseconds after the last one")
    func least() throws {
        let loop = try Loop()
        defer { loop.close() }
        var pace = Pace(atLeastMs: 50)
        let before = loop.now
        pace.measure(loop) {}
        let wait = try #require(pace.wait(at: before))
        #expect(wait >= 50 && wait <= 50 + loop.now - before)
        #expect(pace.wait(at: loop.now + 50) == nil)
    }

    @Test("And after as long as the last one took, so that half the time is left for others")
    func asLong() throws {
        let loop = try Loop()
        defer { loop.close() }
        var pace = Pace(atLeastMs: 0)
        let start = loop.now
        pace.measure(loop) { while loop.now < start + 30 {} }
        let end = loop.now
        #expect((pace.wait(at: end) ?? 0) >= 30 - 1)
        #expect(pace.wait(at: end + (end - start)) == nil)
    }
}
