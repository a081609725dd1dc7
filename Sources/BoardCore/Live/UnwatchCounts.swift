public import BoardProtocol

extension UnwatchCounts: BoardOperation {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    /// Which threads, without repetitions; nil for all.
    public func threads() throws(Refusal) -> [ThreadID]? {
        all == true ? nil : try WatchCounts.checked(threadIds)
    }
}
