import BoardProtocol
import BoardSQL

/// `user`: what moderators see of an account.
struct ShowAccount: AdminAction {
    let call: Call?
    private let target: AccountTarget

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        target = try AccountTarget(&arguments)
        call = .reading(.accountShow, viewer.value, target.key)
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        if row.textIfAny("refusal") == "notFound" {
            throw Refusal(.notFound, "There is no account \(target.name).")
        }
        try row.refusal()
        let isSuspended = !row.isNull("is_suspended") && row.bool("is_suspended")
        let account: [(String, JSON)] = [
            ("id", .string(row.text("id"))), ("name", .string(row.text("name"))),
            ("role", .string(row.text("role"))), ("createdAt", .time(row.timestamp("created_ms"))),
        ]
        let suspension = JSON.members([
            ("until", .time(row.timestampIfAny("suspended_ms"))),
            ("why", .optional(row.textIfAny("suspended_why"))),
        ])
        let counts = ["threads", "posts", "deleted_posts", "sessions", "blocked_by", "open_reports"]
        let names = ["threads", "posts", "deletedPosts", "sessions", "blockedBy", "openReports"]
        let data: [(String, JSON)] =
            [
                ("account", .members(account)), ("suspension", isSuspended ? suspension : .null),
                ("waiting", .bool(row.bool("is_waiting"))),
                ("lastUsedAt", .time(row.timestampIfAny("seen_ms"))),
            ] + zip(names, counts).map { ($0, .number(row.int64($1))) }
        return Outcome(RunCommand.Reply(text(row, isSuspended: isSuspended), data))
    }

    private func text(_ row: Row, isSuspended: Bool) -> String {
        var lines = ["\(row.text("name")), \(row.text("role")), since \(row.timestamp("created_ms"))"]
        if row.bool("is_waiting") {
            lines.append("Waits for approval.")
        } else if isSuspended {
            let until = row.timestampIfAny("suspended_ms").map { "until \($0)" } ?? "for good"
            lines.append("Suspended \(until)\(row.textIfAny("suspended_why").map { ": \($0)" } ?? "")")
        }
        if row.bool("is_purged") { lines.append("Its posts are being removed.") }
        lines.append(
            """
            \(row.text("threads")) threads, \(row.text("posts")) posts (\(row.text("deleted_posts")) more deleted), \
            \(row.text("open_reports")) open reports of them, blocked by \(row.text("blocked_by"))
            """)
        let seen = row.timestampIfAny("seen_ms").map { ", last used \($0)" } ?? ""
        lines.append("\(row.text("sessions")) sessions\(seen)")
        return lines.joined(separator: "\n")
    }
}

/// `stats`: the board in numbers.
struct ShowStats: AdminAction {
    /// Columns of the statement, their names for programs, and what they say to people.
    private static let numbers: [(column: String, name: String, text: String)] = [
        ("accounts", "accounts", "accounts"), ("suspended", "suspended", "of them suspended"),
        ("waiting", "waiting", "waiting for approval"), ("threads", "threads", "threads"),
        ("posts", "posts", "posts"), ("likes", "likes", "likes"),
        ("open_reports", "openReports", "open reports"), ("sessions", "sessions", "sessions"),
        ("processes", "processes", "server processes"),
        ("database_bytes", "databaseBytes", "bytes of database"),
    ]

    let call: Call?

    init(_ viewer: Viewer) { call = .reading(.boardStats, viewer.value) }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        try rows[0].refusal()
        let text = Self.numbers.map { "\(rows[0].text($0.column)) \($0.text)" }.joined(separator: "\n")
        return Outcome(
            RunCommand.Reply(text, Self.numbers.map { ($0.name, .number(rows[0].int64($0.column))) }))
    }
}

/// `audit`: the newest entries.
struct ListAudit: AdminAction {
    private static let most: Int64 = 500

    let call: Call?

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        var count: Int64 = 20
        if let word = try arguments.optionalWord() {
            guard let asked = BoardID<ListAudit>(word)?.rawValue, 1...Self.most ~= asked else {
                throw arguments.misuse
            }
            count = asked
        }
        call = .reading(.auditList, viewer.value, .int(count))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        try rows[0].refusal()
        var room = ReplyRoom()
        let entries = room.fitting(rows.filter { !$0.isNull("id") }, "target", "why")
        let lines = entries.map { row in
            let target = row.textIfAny("target").map { ", \($0)" } ?? ""
            let why = row.textIfAny("why").map { ": \($0.oneLine)" } ?? ""
            let undone = row.bool("undone") ? " (undone)" : ""
            let by = row.textIfAny("by_name") ?? "nobody"
            return
                "\(row.text("id")) \(row.timestamp("at_ms")) \(by): \(row.text("command"))\(target)\(undone)\(why)"
        }
        let text = entries.isEmpty ? "There are no entries." : lines.joined(separator: "\n")
        return Outcome(RunCommand.Reply(text, [("entries", .array(entries.map(Self.item)))]))
    }

    private static func item(_ row: Row) -> JSON {
        .members([
            ("id", .string(row.text("id"))), ("at", .time(row.timestamp("at_ms"))),
            ("by", .optional(row.textIfAny("by_name"))), ("command", .string(row.text("command"))),
            ("target", .optional(row.textIfAny("target"))), ("why", .optional(row.textIfAny("why"))),
            ("undone", .bool(row.bool("undone"))),
        ])
    }
}
