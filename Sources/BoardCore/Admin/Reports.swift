import BoardProtocol
import BoardSQL

/// `reports`: the newest ones, with the posts as they were.
struct ListReports: AdminAction {
    private static let most: Int64 = 100

    let call: Call?

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        let which = try arguments.optionalWord() ?? "open"
        guard ["open", "all"].contains(which) else { throw arguments.misuse }
        call = .reading(.reportList, viewer.value, .bool(which == "all"), .int(Self.most))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        try rows[0].refusal()
        var room = ReplyRoom()
        let reports = room.fitting(rows.filter { !$0.isNull("id") }, "why", "title", "body")
        let lines = reports.map { row in
            """
            \(row.text("id")) \(row.text("state")) post \(row.text("post_id")) of \(row.textIfAny("author_name") ?? "nobody"), \
            by \(row.textIfAny("by_name") ?? "nobody"): \(row.text("why"))
              \((row.textIfAny("body") ?? "(gone)").oneLine)
            """
        }
        let text = reports.isEmpty ? "There are no reports." : lines.joined(separator: "\n")
        return Outcome(RunCommand.Reply(text, [("reports", .array(reports.map(Self.item)))]))
    }

    static func item(_ row: Row) -> JSON {
        .members([
            ("id", .string(row.text("id"))), ("postId", .string(row.text("post_id"))),
            ("threadId", .optional(row.textIfAny("thread_id"))), ("by", .optional(row.textIfAny("by_name"))),
            ("why", .string(row.text("why"))), ("state", .string(row.text("state"))),
            ("createdAt", .time(row.timestampIfAny("created_ms"))),
            ("author", .optional(row.textIfAny("author_name"))), ("title", .optional(row.textIfAny("title"))),
            ("body", .optional(row.textIfAny("body"))),
        ])
    }
}

/// `resolve`: settles a report, perhaps with the post's deletion.
struct ResolveReport: AdminAction {
    let call: Call?
    private let report: ReportID
    private let actor: Value
    private let state: String
    private var post: PostID?

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        report = try arguments.id(ReportID.self)
        actor = viewer.value
        switch try arguments.optionalWord() {
        case nil: state = "resolved"
        case "dismiss": state = "dismissed"
        case "delete": state = "deleted"
        default: throw arguments.misuse
        }
        call = .reading(.reportFind, actor, .int(report.rawValue))
    }

    mutating func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        let row = rows[0]
        if row.textIfAny("refusal") == "conflict" {
            throw Refusal(.conflict, "Report \(report) is settled already.")
        }
        if post != nil, row.textIfAny("refusal") == "notFound" {
            // Somebody else took the post off just now, perhaps by this very report.
            post = nil
            return Outcome(.unfinished, next: settling)
        }
        try row.refusal()
        guard row.has("post_id") else {
            return Outcome(
                .changed("Report \(report) is \(state).", row), changes: post == nil ? [] : [.deletion(row)])
        }
        guard state == "deleted", !row.bool("deleted") else {
            return Outcome(.unfinished, next: settling)
        }
        let post = PostID(rawValue: row.int64("post_id"))
        self.post = post
        return Outcome(
            .unfinished,
            next: Call(
                .postDelete, holding: .threadOf(post), turn: "post/\(post)", actor, .int(post.rawValue),
                .text("Report \(report)"), .text("resolve delete")))
    }

    private var settling: Call { Call(.reportResolve, actor, .int(report.rawValue), .text(state)) }
}

extension String {
    /// Without line breaks, and cut to what fits a line of a list.
    var oneLine: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.count <= 200 ? line : line.prefix(199) + "…"
    }
}
