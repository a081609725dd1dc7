public import BoardProtocol
public import BoardSQL

extension CreateReport: BoardWrite {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.member, to: "report posts")
    }

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        Call(
            .reportCreate, viewer.value, .int(postId.rawValue), .text(try TextRules.why(why, field: "why")),
            .bool(viewer.isLimited))
    }

    public func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply> {
        if rows[0].textIfAny("refusal") == "conflict" {
            throw Refusal(.conflict, "You have reported this post already. The moderators will look at it.")
        }
        try rows[0].refusal()
        return Outcome(Reply(reportId: ReportID(rawValue: rows[0].int64("id"))))
    }
}
