public import BoardProtocol

extension LeaveThread: BoardOperation {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}
}
