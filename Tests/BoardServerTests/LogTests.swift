import Testing

@testable import BoardServer

@Suite("Log lines")
struct LogTests {
    @Test(
        "Plain values stay as they are",
        arguments: ["post.create", "12", "127.0.0.1:8080", "a/b", "x'y", "{[(<>)]}"])
    func plain(_ value: String) {
        #expect(Log.quoted(value) == value)
    }

    @Test(
        "All others are quoted, so that none makes up a line or a key of its own",
        arguments: [
            ("", "\"\""), ("a b", "\"a b\""), ("a=b", "\"a=b\""), ("say \"x\"", #""say \"x\"""#),
            (#"a\b"#, #""a\\b""#), ("a\nerror event=x", #""a\nerror event=x""#), ("\r", #""\u{d}""#),
            ("\u{0}", #""\u{0}""#), ("\u{1B}[31m", #""\u{1b}[31m""#), ("\u{7F}", #""\u{7f}""#),
            ("\u{85}", #""\u{85}""#), ("\u{2028}", #""\u{2028}""#), ("雑談", "\"雑談\""),
            ("\r\n", #""\u{d}\n""#),
        ])
    func quoted(_ value: String, _ quoted: String) {
        #expect(Log.quoted(value) == quoted)
    }

    @Test("A long value is cut")
    func long() {
        #expect(Log.quoted(String(repeating: "あ", count: 5_000)).unicodeScalars.count == 1_002)
    }

    @Test("Levels are in order")
    func levels() {
        #expect(Log.Level.allCases.sorted() == [.debug, .info, .warning, .error])
    }
}
