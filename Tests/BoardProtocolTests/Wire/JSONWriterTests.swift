import BoardProtocol
import Testing

@Suite("Writing JSON")
struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(
        "Strings are escaped where they must be, and nowhere else",
        arguments: [
            ("", #""""#), ("a", #""a""#), ("a/b", #""a/b""#), ("\"", #""\"""#), ("\\", #""\\""#),
            ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\u{0}\u{1}\u{B}\u{F}", #""\u0000\u0001\u000b\u000f""#),
            ("\u{10}\u{1A}\u{1F}", #""\u0010\u001a\u001f""#), ("\u{7F}é日😀\u{2028}", "\"\u{7F}é日😀\u{2028}\""),
            ("one\ntwo\nthree", #""one\ntwo\nthree""#), ("\n\nx\n", #""\n\nx\n""#),
        ])
    func strings(_ text: String, expected: String) {
        #expect(written { $0.write(text) } == expected)
        #expect(written { $0.write(JSON.string(text)) } == expected)
    }

    @Test(
        "Integers", arguments: [0, 1, -1, 9, 10, 99, 100, 1 << 53, -(1 << 53), Int64.max, Int64.min])
    func integers(_ value: Int64) {
        #expect(written { $0.write(value) } == "\(value)")
        #expect(written { $0.writeQuoted(value) } == "\"\(value)\"")
    }

    @Test("Commas come by themselves")
    func commas() {
        let text = written { writer in
            writer.beginObject()
            writer.member("a")
            writer.beginArray()
            writer.write(1)
            writer.writeNull()
            writer.write("{")
            writer.beginArray()
            writer.endArray()
            writer.beginObject()
            writer.endObject()
            writer.write(true)
            writer.endArray()
            writer.member("b[")
            writer.write(":")
            writer.member("c")
            writer.write(false)
            writer.endObject()
        }
        #expect(text == #"{"a":[1,null,"{",[],{},true],"b[":":","c":false}"#)
    }

    @Test("Prepared pieces are spliced untouched")
    func raw() {
        let text = written { writer in
            writer.raw(#"{"x":1,"list":["#.utf8)
            writer.raw(Array(#"{"y": 2}"#.utf8))
            writer.raw("3".utf8)
            writer.endArray()
            writer.member("z")
            writer.raw("{}".utf8)
            writer.endObject()
        }
        #expect(text == #"{"x":1,"list":[{"y": 2},3],"z":{}}"#)
    }

    @Test(
        "A number's text is checked",
        arguments: ["", " 1", "1 ", "01", "+1", "1.", ".1", "NaN", "\"1\"", "1,2", "[1]", "--1", "0x1"])
    func badNumbers(_ text: String) {
        #expect(JSONNumber(text) == nil)
    }

    @Test("What a number is worth")
    func numbers() {
        #expect(JSONNumber("9223372036854775807")?.int64 == .max)
        #expect(JSONNumber("-9223372036854775808")?.int64 == .min)
        #expect(JSONNumber("9223372036854775808")?.int64 == nil)
        #expect(JSONNumber("1.0")?.int64 == nil)
        #expect(JSONNumber("1e0")?.int64 == nil)
        #expect(JSONNumber("-1.5e2")?.double == -150)
        #expect(JSONNumber("1e999")?.double == nil)
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(-Double.infinity) == nil)
        #expect(JSONNumber(1.5e-7)?.double == 1.5e-7)
        #expect(JSONNumber("1") != JSONNumber("1.0"))
    }
}
