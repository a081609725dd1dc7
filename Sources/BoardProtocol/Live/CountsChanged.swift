/// The newest numbers of watched threads that moved.
public struct CountsChanged: BoardNotice, Equatable {
    public static let method = "counts.changed"
    public var counts: [ThreadCounts]

    public init(counts: [ThreadCounts]) {
        self.counts = counts
    }
}
