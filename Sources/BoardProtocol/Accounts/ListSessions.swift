/// The account's live sessions, the last used first.
public struct ListSessions: BoardRequest {
    public static let method = "session.list"

    public struct Reply: Codable, Sendable, Equatable {
        public var sessions: [SessionSummary]

        public init(sessions: [SessionSummary]) {
            self.sessions = sessions
        }
    }

    public init() {}
}
