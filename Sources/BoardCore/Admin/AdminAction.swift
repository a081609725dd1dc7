public import BoardProtocol
public import BoardSQL

/// One admin command with its arguments read: what it asks of the database, and what came of it.
public protocol AdminAction: Sendable {
    /// The first call; nil for a command that needs none.
    var call: Call? { get }
    /// What the rows mean; with `next`, the rows of that come here again.
    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply>
    /// How many posts and threads such an outcome touches.
    func rows(of outcome: Outcome<RunCommand.Reply>, from rows: [Row]) -> Int64
}

extension AdminAction {
    public func rows(of outcome: Outcome<RunCommand.Reply>, from rows: [Row]) -> Int64 {
        Int64(outcome.changes.count)
    }
}

extension RunCommand.Reply {
    /// A text for people and members for programs.
    init(_ text: String, _ members: [(String, JSON)] = []) {
        self.init(text: text, data: .members(members))
    }

    /// The same of a command that changed something, with its audit entry.
    static func changed(_ text: String, _ row: Row, _ members: [(String, JSON)] = []) -> RunCommand.Reply {
        let audit = row.textIfAny("audit_id").map { [("auditId", JSON.string($0))] } ?? []
        return RunCommand.Reply(text, audit + members)
    }

    /// What stands in for the reply while there are steps to come.
    static let unfinished = RunCommand.Reply("")

    /// What a dry run found.
    static func rehearsed(_ rows: Int64) -> RunCommand.Reply {
        let what = rows == 1 ? "1 post or thread" : "\(rows) posts and threads"
        return RunCommand.Reply("Nothing was changed: it would touch \(what).", [("rows", .number(rows))])
    }
}

extension JSON {
    static func members(_ members: [(String, JSON)]) -> JSON {
        .object(members.map { JSONMember(name: $0.0, value: $0.1) })
    }

    static func number(_ value: Int64) -> JSON { .number(JSONNumber(value)) }
    static func optional(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }
    static func time(_ time: Timestamp?) -> JSON { time.map { .string($0.description) } ?? .null }
}
