import BoardCore
import BoardProtocol
import Testing

@Suite("An app's own object")
struct MetaTests {
    @Test("An object of up to 2,048 bytes", arguments: [2, 2_048])
    func accepted(bytes: Int) throws {
        try TextRules.meta(isObject: true, bytes: bytes)
    }

    @Test("Nothing else", arguments: [(false, 2), (true, 2_049), (false, 4_096)])
    func refused(isObject: Bool, bytes: Int) {
        let error = #expect(throws: Refusal.self) { try TextRules.meta(isObject: isObject, bytes: bytes) }
        #expect(error?.reason == .invalidParams)
        #expect(error?.field == "meta")
    }
}
