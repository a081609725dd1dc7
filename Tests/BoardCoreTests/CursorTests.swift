import BoardProtocol
import Testing

@testable import BoardCore

@Suite("A place in a list")
struct CursorTests {
    private let list = "post.list/12/newest"

    @Test(
        "Is read back as it was given out",
        arguments: [["1"], ["12", "34"], ["-1", "9223372036854775807"], ["雑談", ""], [""]])
    func roundTrip(_ keys: [String]) throws {
        let text = Cursor(list: list, keys).text
        #expect(try Cursor.read(text, of: list, keys: keys.count) == keys)
    }

    @Test("Is made of characters that URLs take, and says nothing of its keys in plain text")
    func alphabet() {
        let text = Cursor(list: list, ["12", "34"]).text
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect(allowed.isSuperset(of: text))
    }

    @Test(
        "Is no place in another list or order",
        arguments: ["post.list/13/newest", "post.list/12/oldest", "thread.list/12/newest", ""])
    func otherList(_ other: String) {
        expectDamaged { () throws(Refusal) in
            _ = try Cursor.read(Cursor(list: list, ["1", "2"]).text, of: other, keys: 2)
        }
    }

    @Test("Is no place in a list of other keys", arguments: [0, 1, 3])
    func otherKeys(_ count: Int) {
        expectDamaged { () throws(Refusal) in
            _ = try Cursor.read(Cursor(list: list, ["1", "2"]).text, of: list, keys: count)
        }
    }

    @Test("Any other character in its place is noticed")
    func damaged() {
        let text = Cursor(list: list, ["123", "456"]).text
        for index in text.indices {
            for other in "Ab1-" where other != text[index] {
                var damaged = text
                damaged.replaceSubrange(index...index, with: String(other))
                expectDamaged { () throws(Refusal) in _ = try Cursor.read(damaged, of: list, keys: 2) }
            }
        }
    }

    @Test(
        "What never was one is refused",
        arguments: ["", "x", "====", "あ", "MTIz MTIz", String(repeating: "A", count: 4_096), "\u{0}"])
    func nonsense(_ text: String) {
        expectDamaged { () throws(Refusal) in _ = try Cursor.read(text, of: list, keys: 1) }
    }

    @Test("A longer or shorter one is noticed")
    func cut() {
        let text = Cursor(list: list, ["123"]).text
        for changed in [text + "A", String(text.dropLast()), String(text.dropFirst()), text + text] {
            expectDamaged { () throws(Refusal) in _ = try Cursor.read(changed, of: list, keys: 1) }
        }
    }

    @Test("Numbers are read as numbers, and nothing else is")
    func numbers() throws {
        let text = Cursor(list: list, ["-3", "9223372036854775807"]).text
        #expect(try Cursor.numbers(text, of: list, count: 2) == [-3, .max])
        for key in ["", "x", "1.5", "9223372036854775808", " 1"] {
            expectDamaged { () throws(Refusal) in
                _ = try Cursor.numbers(Cursor(list: list, [key]).text, of: list, count: 1)
            }
        }
    }

    private func expectDamaged(
        _ body: () throws(Refusal) -> Void, _ location: SourceLocation = #_sourceLocation
    ) {
        let refusal = #expect(throws: Refusal.self, sourceLocation: location) { try body() }
        #expect(refusal?.reason == .invalidParams, sourceLocation: location)
        #expect(refusal?.field == "cursor", sourceLocation: location)
    }
}

@Suite("Base64 for URLs")
struct Base64URLTests {
    @Test(
        "Known texts (RFC 4648, 10), without padding",
        arguments: [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ])
    func known(_ text: String, _ encoded: String) {
        #expect(Base64URL.encode(Array(text.utf8)) == encoded)
        #expect(Base64URL.decode(encoded) == Array(text.utf8))
    }

    @Test("The two characters of its own")
    func ownCharacters() {
        #expect(Base64URL.encode([0xFB, 0xFF]) == "-_8")
        #expect(Base64URL.decode("-_8") == [0xFB, 0xFF])
        #expect(Base64URL.decode("+/8") == nil)
    }

    @Test("All bytes come back, at every length")
    func everyByte() {
        for count in 0..<260 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
            #expect(Base64URL.decode(Base64URL.encode(bytes)) == bytes)
        }
    }
}
