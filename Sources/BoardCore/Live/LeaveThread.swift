public import BoardProtocol

extension LeaveThread: BoardOperation {
    public func authorize(_ viewer: Viewer) throws(Refusal) {}
}
