import BoardProtocol
import Testing

@Suite("Reading JSON")
struct JSONReaderTests {
    private func read(_ text: String) throws(JSONError) -> JSON { try JSONReader.read(Array(text.utf8)) }

    @Test(
        "What is not one JSON text is refused",
        arguments: [
            "", " ", "\n", "nul", "nulll", "True", "tru", "falsy", "NaN", "Infinity", "-Infinity",
            "undefined",
            "01", "-01", "00", "-", "+1", ".5", "5.", "1.e1", "1e", "1e+", "1.2.3", "0x10", "1_000", "１",
            "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1 2]", "[1}", "[1]]", "[]]",
            "{", "}", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{,}", "{a:1}", "{'a':1}",
            "{\"a\" 1}", "{\"a\":1 \"b\":2}", "{1:2}", "{\"a\":}", "{\"a\":1]", "{\"a\",\"b\"}", "{null:1}",
            "\"", "\"a", "'a'", "\"\\\"", "\"\\", "\"\\x41\"", "\"\\a\"", "\"\\0\"", "\"\\U0041\"",
            "\"\\u\"", "\"\\u1\"", "\"\\u12\"", "\"\\u123\"", "\"\\u12g4\"", "\"\\u+123\"", "\"\\u 123\"",
            "\"\u{0}\"", "\"\u{1}\"", "\"\n\"", "\"\t\"", "\"\r\"", "\"\u{1F}\"", "\u{0}", "1\u{0}", "\u{0}1",
            "\u{FEFF}1", "\u{A0}1", "1\u{B}", "\u{C}1", "1 1", "{} {}", "[] ,", "null,", "\"a\" \"b\"",
            "// a\n1", "/* a */1", "1//", "[1/**/]", "#",
        ])
    func syntax(_ text: String) {
        let error = #expect(throws: JSONError.self) { try read(text) }
        #expect(error?.kind == .syntax)
        #expect(error?.offset != nil)
        #expect(error?.field == nil)
    }

    @Test(
        "Bytes that are not UTF-8 are refused",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE3, 0x81], [0xE3, 0x81, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
            [0xF0, 0x9F, 0x98, 0x41], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
        ] as [[UInt8]])
    func utf8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        for text in [[quote] + bytes + [quote], [quote] + bytes, Array("\"a\\n".utf8) + bytes + [quote]] {
            let error = #expect(throws: JSONError.self) { try JSONReader.read(text) }
            #expect(error?.kind == .invalidUTF8)
        }
        #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
    }

    @Test(
        "A byte order mark is refused, and so are other encodings",
        arguments: [
            [0xEF, 0xBB, 0xBF, 0x31], [0xFF, 0xFE, 0x31, 0x00], [0xFE, 0xFF, 0x00, 0x31], [0x00, 0x31],
            [0x31, 0x00],
        ] as [[UInt8]])
    func encodings(_ bytes: [UInt8]) {
        let error = #expect(throws: JSONError.self) { try JSONReader.read(bytes) }
        #expect(error?.kind == .syntax)
    }

    @Test(
        "Surrogates without a partner are refused",
        arguments: [
            #"\uD800"#, #"\uDBFF"#, #"\uDC00"#, #"\uDFFF"#, #"\uD800x"#, #"\uD800\n"#, #"\uD800\u0041"#,
            #"\uD800\uD800"#, #"\uDC00\uD800"#, #"\uD83D\uDE00\uD83D"#, #"\ud800\ue000"#, #"a\udfff"#,
        ])
    func loneSurrogates(_ escapes: String) {
        for text in ["\"\(escapes)\"", "{\"\(escapes)\":1}", "[[\"\(escapes)\"]]"] {
            let error = #expect(throws: JSONError.self) { try read(text) }
            #expect(error?.kind == .loneSurrogate)
        }
    }

    @Test(
        "Escapes mean their character",
        arguments: [
            (#"\" \\ \/ \b \f \n \r \t"#, "\" \\ / \u{8} \u{C} \n \r \t"),
            (#"\u0000\u001f\u007F"#, "\u{0}\u{1F}\u{7F}"), (#"\u0041\u00e9\u00E9"#, "Aéé"),
            (#"\u3042\uFFFF\uFEFF"#, "あ\u{FFFF}\u{FEFF}"), (#"\uD7FF\uE000"#, "\u{D7FF}\u{E000}"),
            (#"\uD83D\uDE00"#, "😀"), (#"\ud800\udc00\uDBFF\uDFFF"#, "\u{10000}\u{10FFFF}"),
            (#"a\uD83D\uDE00b\n"#, "a😀b\n"), (#"\\u0041"#, "\\u0041"),
            ("\u{7F}\u{2028}\u{2029}", "\u{7F}\u{2028}\u{2029}"),
            ("日本語\u{10FFFF}", "日本語\u{10FFFF}"), ("", ""),
        ])
    func escapes(_ text: String, meaning: String) throws {
        #expect(try read("\"\(text)\"") == .string(meaning))
    }

    @Test("Every escape of one code unit outside the surrogates is read")
    func allUnits() throws {
        for unit in UInt16.min...UInt16.max {
            let digits = String(unit, radix: 16)
            let text = "\"\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits + "\""
            if let scalar = Unicode.Scalar(unit) {
                let value = try read(text)
                if value != .string(String(scalar)) { Issue.record("\(text) is read as \(value)") }
            } else {
                #expect(throws: JSONError.self) { try read(text) }
            }
        }
    }

    @Test(
        "Numbers keep their text",
        arguments: [
            "0", "-0", "1", "-1", "10", "1.0", "1.50", "-0.0", "1e5", "1E5", "1e+5", "1E-05", "0e0", "0.1e1",
            "9007199254740993", "9223372036854775808", "123456789012345678901234567890", "1e999",
        ])
    func numbers(_ text: String) throws {
        let value = try read(" \(text)\n")
        guard case .number(let number) = value else {
            Issue.record("\(value)")
            return
        }
        #expect(number.text == text)
        #expect(value.bytes == Array(text.utf8))
        #expect(try read("[\(text)]").bytes == Array("[\(text)]".utf8))
    }

    @Test("Values, white space and the order of members")
    func values() throws {
        let text = " {\"b\" : [ true,false ,null ] ,\t\"a\":{ } ,\r\n\"\":[ ]\n, \"s\":\"x\" } "
        let value: JSON = ["b": [true, false, nil], "a": [:], "": [], "s": "x"]
        #expect(try read(text) == value)
        #expect(value.bytes == Array(#"{"b":[true,false,null],"a":{},"":[],"s":"x"}"#.utf8))
        #expect(try JSONReader.read(Array(text.utf8)[...]) == value)
        #expect(value["b"]?.array?.first?.bool == true)
        #expect(value["s"]?.string == "x")
        #expect(value["c"] == nil)
        #expect(value["a"]?.object?.isEmpty == true)
    }

    @Test(
        "A member twice in one object is refused",
        arguments: [
            #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":null}"#, #"{"":1,"":2}"#, #"{"a":1,"\u0061":2}"#,
            #"{"\u0061":1,"a":2}"#, #"[{"x":{"a":1,"a":2}}]"#, #"{"é":1,"\u00e9":2}"#,
            #"{"😀":1,"\ud83d\ude00":2}"#, #"{"\/":1,"/":2}"#, #"{"a":{"b":1},"c":[{"d":1,"e":2,"d":3}]}"#,
        ])
    func duplicates(_ text: String) {
        let error = #expect(throws: JSONError.self) { try read(text) }
        #expect(error?.kind == .duplicateMember)
    }

    @Test("A member twice is found wherever the two stand", arguments: [2, 3, 15, 16, 17, 18, 40, 500])
    func duplicatesAmongMany(count: Int) {
        for first in [0, (count - 1) / 2, count - 2] {
            var names = (0..<count).map { "name\($0)" }
            names[count - 1] = names[first]
            let text = "{" + names.map { "\"\($0)\":0" }.joined(separator: ",") + "}"
            let error = #expect(throws: JSONError.self) { try read(text) }
            #expect(error?.kind == .duplicateMember)
        }
    }

    @Test("Names that only look alike are different members")
    func differentNames() throws {
        let text =
            "{\"\u{E9}\":1,\"e\u{301}\":2,\"a\u{323}\u{307}\":3,\"a\u{307}\u{323}\":4,\"A\":5,\"a\":6,\"\u{212A}\":7,\"K\":8}"
        let value = try read(text)
        #expect(value.bytes == Array(text.utf8))
        #expect(value["e\u{301}"]?.int64 == 2)
        #expect(value["a\u{307}\u{323}"]?.int64 == 4)
        #expect(value["K"]?.int64 == 8)
        #expect(try read("\"\u{E9}\"") != read("\"e\u{301}\""))

        let many = (0..<20).map { "\"m\($0)\":0," }.joined()
        #expect(throws: Never.self) { try read("{" + many + text.dropFirst()) }
    }

    @Test("The same member in different objects is no duplicate")
    func sameNameElsewhere() throws {
        #expect(throws: Never.self) { try read(#"{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}"#) }
    }

    @Test("Nesting ends at the limit", arguments: [1, 2, 32, 100])
    func depth(limit: Int) throws {
        func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
            Array((String(repeating: open, count: depth) + String(repeating: close, count: depth)).utf8)
        }
        #expect(throws: Never.self) { try JSONReader.read(nested(limit, "[", "]"), maxDepth: limit) }
        for text in [
            nested(limit + 1, "[", "]"), nested(limit + 1, "[{\"a\":", "}]"), nested(60_000, "[", ""),
        ] {
            let error = #expect(throws: JSONError.self) { try JSONReader.read(text, maxDepth: limit) }
            #expect(error?.kind == .tooDeep)
        }
    }

    @Test("The limit is 32 unless told; breadth does not count")
    func defaultDepth() throws {
        func nested(_ depth: Int) -> String {
            String(repeating: "{\"a\":[", count: depth / 2) + String(repeating: "]}", count: depth / 2)
        }
        #expect(throws: Never.self) { try read(nested(32)) }
        #expect(throws: JSONError.self) { try read(nested(34)) }
        #expect(throws: Never.self) {
            try read("[" + String(repeating: "[[]],", count: 1000) + "[]]")
        }
    }

    @Test("An error says at which byte reading stopped")
    func offsets() {
        func offset(_ text: String) -> Int? {
            do throws(JSONError) {
                _ = try read(text)
                return nil
            } catch { return error.offset }
        }
        #expect(offset("[1,x]") == 3)
        #expect(offset("[1") == 2)
        #expect(offset(#"{"a":1,"a":2}"#) == 7)
        #expect(offset(#"["ab\ud800"]"#) == 4)
        #expect(offset("[1] 2") == 4)
    }

    @Test("A frame full of members is read in time that grows with its length alone")
    func manyMembers() throws {
        func fastest(_ count: Int) throws -> Duration {
            let text = Array(("{" + (0..<count).map { "\"\($0)\":0" }.joined(separator: ",") + "}").utf8)
            var best = Duration.seconds(60)
            for _ in 0..<5 {
                let start = ContinuousClock.now
                let value = try JSONReader.read(text)
                best = min(best, ContinuousClock.now - start)
                #expect(value.object?.count == count)
            }
            return best
        }
        let few = try fastest(1000)
        let many = try fastest(16_000)
        // In proportion it is 16 times, were it quadratic 256; between them is what a busy machine adds.
        #expect(many < few * 128, "16 times the members took \(many) instead of \(few)")
    }
}
