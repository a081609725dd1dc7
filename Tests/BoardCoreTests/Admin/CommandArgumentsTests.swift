import BoardProtocol
import Testing

@testable import BoardCore

@Suite("A command's arguments")
struct CommandArgumentsTests {
    private func arguments(_ words: String...) -> CommandArguments {
        CommandArguments(words, usage: "move THREAD CATEGORY")
    }

    @Test("Are taken word by word")
    func words() throws {
        var arguments = arguments("12", "雑談")
        #expect(try arguments.id(ThreadID.self) == ThreadID(rawValue: 12))
        #expect(try arguments.word() == "雑談")
        try arguments.end()
    }

    @Test("A word that is missing or empty is answered with the usage line")
    func missing() {
        for words in [[], [""]] {
            var arguments = CommandArguments(words, usage: "move THREAD CATEGORY")
            let refusal = #expect(throws: Refusal.self) { try arguments.word() }
            #expect(refusal == .invalid("command", "Usage: move THREAD CATEGORY"))
        }
    }

    @Test(
        "What is no id is answered with the usage line",
        arguments: ["x", "-1", "+1", "01", "1.0", "9223372036854775808", "１"])
    func badID(_ word: String) {
        var arguments = arguments(word)
        let refusal = #expect(throws: Refusal.self) { try arguments.id(PostID.self) }
        #expect(refusal == .invalid("command", "Usage: move THREAD CATEGORY"))
    }

    @Test("Flags may stand anywhere before a last text, once or more")
    func flags() throws {
        for words in [
            ["--repair", "12", "so", "rude"], ["12", "--repair", "so", "rude"],
            ["--repair", "12", "--repair", "--dry-run", "so", "rude"],
        ] {
            var arguments = CommandArguments(words, usage: "", flags: ["--repair"])
            #expect(try arguments.word() == "12")
            #expect(arguments.rest() == "so rude")
            #expect(arguments.has("--repair") && arguments.isDryRun == words.contains("--dry-run"))
        }
    }

    @Test("What looks like a flag and is none of the command's is a word, and so is one within a last text")
    func noFlags() throws {
        var arguments = CommandArguments(["--all", "so", "--repair"], usage: "", flags: ["--repair"])
        #expect(arguments.rest() == "--all so --repair")
        #expect(!arguments.has("--repair") && !arguments.isDryRun)
    }

    @Test("The rest is one text, joined by one space; nothing is nil")
    func rest() {
        var full = arguments("12", "so", "very  rude")
        var empty = arguments()
        #expect(full.rest() == "12 so very  rude")
        #expect(full.rest() == nil)
        #expect(empty.rest() == nil)
    }

    @Test("Nothing may be left over")
    func leftOver() {
        let arguments = arguments("12")
        let refusal = #expect(throws: Refusal.self) { try arguments.end() }
        #expect(refusal == arguments.misuse)
    }
}
