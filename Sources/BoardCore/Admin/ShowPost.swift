import BoardProtocol
import BoardSQL

/// `show`: a post, also a deleted one, with what it said before and what was reported.
struct ShowPost: AdminAction {
    let call: Call?
    private let post: PostID

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        post = try arguments.id(PostID.self)
        call = .reading(.postShow, viewer.value, .int(post.rawValue))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        guard let row = rows.first(where: { $0.text("kind") == "post" }) else {
            throw Refusal(.notFound, "There never was a post \(post).")
        }
        try row.refusal()
        var room = ReplyRoom()
        let reports = room.fitting(rows.filter { $0.text("kind") == "report" }, "why", "title", "body")
        let edits = room.fitting(rows.filter { $0.text("kind") == "edit" }, "title", "body")
        let data: [(String, JSON)] = [
            ("post", Self.item(row)), ("edits", .array(edits.map(Self.edit))),
            ("reports", .array(reports.map(Self.report))),
        ]
        return Outcome(RunCommand.Reply(text(row, edits, reports), data))
    }

    private func text(_ row: Row, _ edits: [Row], _ reports: [Row]) -> String {
        var lines = [
            """
            Post \(post) of thread \(row.text("thread_id")), “\(row.text("thread_title"))”, by \
            \(row.textIfAny("by_name") ?? "nobody"), \(row.timestamp("at_ms"))
            """
        ]
        if let time = row.timestampIfAny("deleted_ms") {
            let why = row.textIfAny("why").map { ": \($0)" } ?? ""
            lines.append("Deleted \(time) by \(row.textIfAny("deleted_by") ?? "the operator")\(why)")
        }
        if row.bool("thread_deleted") { lines.append("Its thread is deleted.") }
        if let title = row.textIfAny("title") { lines.append(title) }
        lines.append(row.bool("erased") ? "(The text is gone for good.)" : row.text("body"))
        for edit in edits {
            let by = edit.textIfAny("by_name") ?? "nobody"
            lines.append(
                "Before the edit of \(edit.timestamp("at_ms")) by \(by): \(edit.text("body").oneLine)")
        }
        for report in reports {
            let by = report.textIfAny("by_name") ?? "nobody"
            lines.append(
                "Report \(report.text("nth")), \(report.text("state")), by \(by): \(report.text("why"))")
        }
        return lines.joined(separator: "\n")
    }

    private static func item(_ row: Row) -> JSON {
        .members([
            ("id", .string(row.text("id"))), ("threadId", .string(row.text("thread_id"))),
            ("author", author(row)), ("title", .optional(row.textIfAny("title"))),
            ("body", row.bool("erased") ? .null : .string(row.text("body"))),
            ("replyTo", .optional(row.textIfAny("reply_to"))),
            ("likeCount", .number(row.int64("like_count"))),
            ("createdAt", .time(row.timestamp("at_ms"))),
            ("editedAt", .time(row.timestampIfAny("edited_ms"))),
            ("meta", row.meta("meta") ?? .null), ("seq", .number(row.int64("seq"))),
            ("deleted", .bool(!row.isNull("deleted_ms"))),
            ("deletedAt", .time(row.timestampIfAny("deleted_ms"))),
            ("deletedBy", .optional(row.textIfAny("deleted_by"))), ("why", .optional(row.textIfAny("why"))),
        ])
    }

    private static func edit(_ row: Row) -> JSON {
        .members([
            ("at", .time(row.timestamp("at_ms"))), ("by", .optional(row.textIfAny("by_name"))),
            ("title", .optional(row.textIfAny("title"))), ("body", .string(row.text("body"))),
        ])
    }

    private static func report(_ row: Row) -> JSON {
        .members([
            ("id", .string(row.text("nth"))), ("by", .optional(row.textIfAny("by_name"))),
            ("why", .string(row.text("why"))), ("state", .string(row.text("state"))),
            ("createdAt", .time(row.timestamp("at_ms"))), ("title", .optional(row.textIfAny("title"))),
            ("body", .optional(row.textIfAny("body"))),
        ])
    }

    private static func author(_ row: Row) -> JSON {
        guard let name = row.textIfAny("by_name") else { return .members([("id", .null), ("name", .null)]) }
        return .members([("id", .string(row.text("by_id"))), ("name", .string(name))])
    }
}
