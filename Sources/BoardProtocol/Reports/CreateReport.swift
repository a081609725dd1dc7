/// Reports a post to the moderators, who see it as it was at that moment.
///
/// One open report for each member and post: a second is a conflict. One's own posts: forbidden.
public struct CreateReport: BoardRequest {
    public static let method = "report.create"
    public var postId: PostID
    /// 1–1,000 characters.
    public var why: String

    public struct Reply: Codable, Sendable, Equatable {
        public var reportId: ReportID
        public init(reportId: ReportID) { self.reportId = reportId }
    }

    public init(postId: PostID, why: String) {
        self.postId = postId
        self.why = why
    }
}

/// A member's report of a post; only its id travels.
public enum Report {}

public typealias ReportID = BoardID<Report>
