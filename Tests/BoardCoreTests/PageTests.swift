import BoardProtocol
import BoardSQL
import Testing

@testable import BoardCore

@Suite("Pages of a list")
struct PageTests {
    @Test("20 rows where nothing else is asked for, 1 to 100 where something is")
    func limit() throws {
        #expect(try Page.limit(nil) == 20)
        for asked in [1, 20, 100] { #expect(try Page.limit(asked) == asked) }
        for asked in [0, -1, 101, .max, .min] {
            let refusal = #expect(throws: Refusal.self) { try Page.limit(asked) }
            #expect(refusal?.reason == .invalidParams)
            #expect(refusal?.field == "limit")
        }
    }

    @Test(
        "The row beyond the limit is only a sign that there is more",
        arguments: [
            (0, [], nil), (1, [1], nil), (3, [1, 2, 3], nil), (4, [1, 2, 3], "3"),
        ]
            as [(Int64, [Int64], String?)])
    func oneMore(_ count: Int64, _ items: [Int64], _ next: String?) {
        let page = cut(rows(1..<count + 1), limit: 3)
        #expect(page.items == items)
        #expect(page.nextCursor == next)
    }

    @Test("A page ends early by size, and goes on behind its last row")
    func bySize() {
        let third = Limits.pageBytes / 3
        let page = cut(rows(1..<11), limit: 9, weight: third)
        #expect(page.items == [1, 2, 3])
        #expect(page.nextCursor == "3")
    }

    @Test("Exactly the size of a page still fits")
    func exactSize() {
        let page = cut(rows(1..<3), limit: 2, weight: Limits.pageBytes / 2)
        #expect(page.items == [1, 2])
        #expect(page.nextCursor == nil)
    }

    @Test("A row that is larger than a page is a page of its own: the list goes on")
    func oversized() {
        let page = cut(rows(1..<4), limit: 9, weight: Limits.pageBytes + 1)
        #expect(page.items == [1])
        #expect(page.nextCursor == "1")
    }

    @Test("Where a statement has looked at enough rows, the page is short and goes on from there")
    func edge() {
        let page = cut(edged(Page.scanned), limit: 9)
        #expect(page.items == [1])
        #expect(page.nextCursor == "7")
    }

    @Test("Where it has looked at all rows, there is no more")
    func lastEdge() {
        let page = cut(edged(Page.scanned - 1), limit: 9)
        #expect(page.items == [1])
        #expect(page.nextCursor == nil)
    }

    @Test("A page may hold no row at all and still go on")
    func emptyEdge() {
        let rows = Rows(["id", "is_edge", "nth"], [["7", "t", "\(Page.scanned)"]])
        let page = cut(rows, limit: 9)
        #expect(page.items.isEmpty)
        #expect(page.nextCursor == "7")
    }

    private func rows(_ ids: Range<Int64>) -> Rows { Rows(["id"], ids.map { ["\($0)"] }) }

    private func edged(_ seen: Int64) -> Rows {
        Rows(["id", "is_edge", "nth"], [["1", "f", "1"], ["7", "t", "\(seen)"]])
    }

    private func cut(_ rows: Rows, limit: Int, weight: Int = 1) -> (items: [Int64], nextCursor: String?) {
        Page.cut(rows, limit: limit, item: { ($0.int64("id"), weight) }, place: { $0.text("id") })
    }
}
