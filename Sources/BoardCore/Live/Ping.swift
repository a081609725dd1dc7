public import BoardProtocol

extension Ping: BoardOperation {
    public func authorize(_ viewer: Viewer) throws(Refusal) {}
}
