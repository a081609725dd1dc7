import BoardProtocol
import BoardSQL
import Testing

@testable import BoardCore

@Suite("A refusal as statements return it")
struct RefusalColumnTests {
    @Test(
        "The word is the reason, and people get a sentence",
        arguments: ["badCredentials", "conflict", "forbidden", "locked", "notFound", "suspended"])
    func reason(_ word: String) {
        let refusal = Refusal(column: word)
        #expect(refusal.reason.rawValue == word)
        #expect(refusal.reason.code != Refusal.Reason.internalError.code)
        #expect(refusal.message.hasSuffix("."))
        #expect(refusal.suspension == nil)
        #expect(refusal.field == nil)
    }

    @Test("A suspension says until when and why")
    func suspended() {
        let refusal = Refusal(column: #"suspended {"until" : 1700000000123, "why" : "too \"loud\""}"#)
        #expect(refusal.reason == .suspended)
        #expect(
            refusal.suspension
                == .init(until: Timestamp(milliseconds: 1_700_000_000_123), why: "too \"loud\""))
        #expect(refusal.message == "Your account is suspended: too \"loud\"")
    }

    @Test("A suspension for good has no end, and one without words no reason")
    func forGood() {
        let refusal = Refusal(column: #"suspended {"until" : null, "why" : null}"#)
        #expect(refusal.suspension == .init(until: nil, why: nil))
        #expect(refusal.message == "Your account is suspended.")
    }

    @Test("A word that nobody knows is still a refusal")
    func unknown() {
        let refusal = Refusal(column: "tooLate")
        #expect(refusal.reason.rawValue == "tooLate")
        #expect(!refusal.message.isEmpty)
    }

    @Test("A row without one passes")
    func passes() throws {
        try Rows(["refusal": nil])[0].refusal()
        let refusal = #expect(throws: Refusal.self) { try Rows(["refusal": "locked"])[0].refusal() }
        #expect(refusal?.reason == .locked)
    }
}
