public import BoardProtocol
public import BoardSQL

/// One admin command with its arguments read: what it asks of the database, and what came of it.
public protocol AdminAction: Sendable {
    /// The first call; nil for a command that needs none.
    var call: Call? { get }
    /// What the rows mean; with `next`, the rows of that come here again.
    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply>
}

extension RunCommand.Reply {
    /// A text for people and members for programs.
    init(_ text: String, _ members: [(String, JSON)] = []) {
        self.init(text: text, data: .object(members.map { JSONMember(name: $0.0, value: $0.1) }))
    }

    /// The same of a command that changed something, with its audit entry.
    static func changed(_ text: String, _ row: Row, _ members: [(String, JSON)] = []) -> RunCommand.Reply {
        let audit = row.textIfAny("audit_id").map { [("auditId", JSON.string($0))] } ?? []
        return RunCommand.Reply(text, audit + members)
    }
}

/// What a command reads from its line, word by word.
public struct CommandArguments: Sendable {
    public private(set) var words: ArraySlice<String>
    /// The command's usage line, which a wrong argument is answered with.
    public let usage: String

    public init(_ words: some Collection<String>, usage: String) {
        self.words = Array(words)[...]
        self.usage = usage
    }

    public var misuse: Refusal { Refusal.invalid("command", "Usage: \(usage)") }

    public mutating func word() throws(Refusal) -> String {
        guard let word = words.popFirst(), !word.isEmpty else { throw misuse }
        return word
    }

    public mutating func id<Entity>(_: BoardID<Entity>.Type) throws(Refusal) -> BoardID<Entity> {
        guard let id = BoardID<Entity>(try word()) else { throw misuse }
        return id
    }

    /// A flag such as `--repair`, wherever flags may stand.
    public mutating func flag(_ name: String) -> Bool {
        guard let at = words.firstIndex(of: name) else { return false }
        words.remove(at: at)
        return true
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
}
