/// Ends the session; the connection goes on as a guest, others on the same token end.
public struct LogOut: BoardRequest {
    public static let method = "session.logout"

    public typealias Reply = Nothing

    public init() {}
}
