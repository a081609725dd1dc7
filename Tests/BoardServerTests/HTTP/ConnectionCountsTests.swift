import Testing

@testable import BoardServer

@Suite("How many connections an address has, in all processes")
struct ConnectionCountsTests {
    @Test("An address may have a hundred")
    func limit() {
        var counts = ConnectionCounts()
        for _ in 0..<100 { _ = counts.add("a") }
        #expect(!counts.isOverLimit("a"))
        _ = counts.add("a")
        #expect(counts.isOverLimit("a") && !counts.isOverLimit("b"))
        _ = counts.remove("a")
        #expect(!counts.isOverLimit("a"))
    }

    @Test("Others are told in steps of ten, up and down, and of few nothing")
    func told() {
        var counts = ConnectionCounts()
        #expect((0..<25).compactMap { _ in counts.add("a") } == [10, 20])
        #expect((0..<25).compactMap { _ in counts.remove("a") } == [10, 0])
        #expect(counts.remove("a") == nil)
        #expect(counts.crowded.isEmpty)
    }

    @Test("What is told again is what was told last")
    func again() {
        var counts = ConnectionCounts()
        for _ in 0..<37 { _ = counts.add("a") }
        for _ in 0..<9 { _ = counts.add("b") }
        #expect(counts.crowded.map(\.address) == ["a"] && counts.crowded.map(\.count) == [30])
    }

    @Test("Connections at other processes count, until they are gone or their process is")
    func others() {
        var counts = ConnectionCounts()
        for _ in 0..<50 { _ = counts.add("a") }
        counts.hear(30, at: "a", of: "second", at: 0)
        counts.hear(30, at: "a", of: "third", at: 50_000)
        #expect(counts.isOverLimit("a"))
        counts.hear(20, at: "a", of: "third", at: 50_000)
        #expect(!counts.isOverLimit("a"))
        counts.hear(60, at: "a", of: "third", at: 50_000)
        counts.forgetSilent(at: 100_000)
        #expect(counts.isOverLimit("a"))
        counts.forgetSilent(at: 200_000)
        #expect(!counts.isOverLimit("a"))
    }
}
