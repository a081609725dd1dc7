public import BoardProtocol

/// What a command reads from its line, word by word.
///
/// Flags stand anywhere before a last TITLE, WHY or TEXT, which takes the rest of the line as it is.
public struct CommandArguments: Sendable {
    /// Changes nothing, and says what the command would touch.
    static let dryRun = "--dry-run"

    public private(set) var words: ArraySlice<String>
    /// The command's usage line, which a wrong argument is answered with.
    public let usage: String
    private let flags: Set<String>
    private var given: Set<String> = []

    /// - Parameter flags: the command's own, with their dashes; `--dry-run` is every command's.
    public init(_ words: some Collection<String>, usage: String, flags: Set<String> = []) {
        self.words = Array(words)[...]
        self.usage = usage
        self.flags = flags.union([Self.dryRun])
        takeFlags()
    }

    public var misuse: Refusal { Refusal.invalid("command", "Usage: \(usage)") }

    public var isDryRun: Bool { given.contains(Self.dryRun) }

    public func has(_ flag: String) -> Bool { given.contains(flag) }

    public mutating func word() throws(Refusal) -> String {
        guard let word = words.popFirst(), !word.isEmpty else { throw misuse }
        takeFlags()
        return word
    }

    /// A word that may be missing.
    public mutating func optionalWord() throws(Refusal) -> String? {
        words.isEmpty ? nil : try word()
    }

    public mutating func id<Entity>(_: BoardID<Entity>.Type) throws(Refusal) -> BoardID<Entity> {
        guard let id = BoardID<Entity>(try word()) else { throw misuse }
        return id
    }

    /// A last TITLE, WHY or TEXT: all that is left, joined by one space; nil where nothing is.
    public mutating func rest() -> String? {
        let text = words.joined(separator: " ")
        words = []
        return text.isEmpty ? nil : text
    }

    /// A last WHY, checked.
    public mutating func why() throws(Refusal) -> String? {
        guard let text = rest() else { return nil }
        return try TextRules.why(text, field: "command")
    }

    /// Nothing may be left over.
    public func end() throws(Refusal) {
        guard words.isEmpty else { throw misuse }
    }

    /// The flags that come next.
    private mutating func takeFlags() {
        while let flag = words.first, flags.contains(flag) {
            given.insert(flag)
            words.removeFirst()
        }
    }
}
