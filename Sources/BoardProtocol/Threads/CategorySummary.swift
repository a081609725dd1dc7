/// A category, and how many live threads it has.
public struct CategorySummary: Codable, Sendable, Equatable {
    public var name: String
    public var threadCount: Int64

    public init(name: String, threadCount: Int64) {
        self.name = name
        self.threadCount = threadCount
    }
}
