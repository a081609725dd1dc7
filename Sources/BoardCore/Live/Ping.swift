public import BoardProtocol

extension Ping: BoardOperation {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}
}
