import BoardCore
import BoardProtocol
import Testing

@Suite("A command line's words")
struct CommandWordsTests {
    @Test(
        "Split as a shell does",
        arguments: [
            ("", []), ("  \t\n", []), ("lock 12", ["lock", "12"]), ("  lock\t 12\n", ["lock", "12"]),
            ("rename 12 '新しい 題'", ["rename", "12", "新しい 題"]),
            (#"rename 12 "a 'b' c""#, ["rename", "12", "a 'b' c"]),
            (#"a"b c"'d e'f"#, ["ab cd ef"]), (#"a "" b ''"#, ["a", "", "b", ""]),
            (#"a\ b \" \' \\"#, ["a b", "\"", "'", "\\"]),
            (#""a\"b\\c\d""#, [#"a"b\c\d"#]), (#"'a\b'"#, [#"a\b"#]), (#"don\'t"#, ["don't"]),
            ("東京\u{3000}大阪", ["東京\u{3000}大阪"]),
            ("$HOME *.txt `x`", ["$HOME", "*.txt", "`x`"]), ("'\u{301}a b'", ["\u{301}a b"]),
            ("a\r\nb", ["a\r", "b"]),
        ] as [(String, [String])])
    func words(_ line: String, _ wanted: [String]) throws {
        #expect(try CommandWords(line).texts == wanted)
    }

    @Test(
        "What is not finished is refused",
        arguments: ["'a", "\"a b", #"a\"#, #"a ""#, #""a\""#, "notice it's on"])
    func unfinished(_ line: String) {
        let error = #expect(throws: Refusal.self) { try CommandWords(line) }
        #expect(error?.reason == .invalidParams)
        #expect(error?.field == "command")
    }

    @Test("Each word knows where it began")
    func starts() throws {
        let line = #"  delete post 7 "so  rude" 👍🏽 x"#
        let words = try CommandWords(line).words
        #expect(words.map { String(line[$0.start...].prefix(2)) } == ["de", "po", "7 ", "\"s", "👍🏽 ", "x"])
    }

    @Test(
        "The rest of the line is one text",
        arguments: [(0, "rename 12 a  b c"), (2, "a  b c"), (4, ""), (9, "")])
    func rest(from position: Int, _ wanted: String) throws {
        #expect(try CommandWords(#"rename 12   "a  b"   c"#).rest(from: position) == wanted)
    }
}
