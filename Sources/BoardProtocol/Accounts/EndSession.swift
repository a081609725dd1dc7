/// Ends one of one's own sessions; its connections close with 4001.
///
/// The connection's own ends like ``LogOut``.
public struct EndSession: BoardRequest {
    public static let method = "session.end"
    public var sessionId: SessionID

    public typealias Reply = Nothing

    public init(sessionId: SessionID) {
        self.sessionId = sessionId
    }
}
