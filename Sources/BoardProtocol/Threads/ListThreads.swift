/// Threads by pages, pinned ones first; without those by authors whom the viewer blocks.
public struct ListThreads: BoardRequest {
    public static let method = "thread.list"
    public var order: Order?
    public var category: String?
    public var limit: Int?
    public var cursor: String?

    public struct Reply: Codable, Sendable, Equatable {
        public var threads: [ThreadSummary]
        public var nextCursor: String?

        public init(threads: [ThreadSummary], nextCursor: String?) {
            self.threads = threads
            self.nextCursor = nextCursor
        }
    }

    public init(order: Order? = nil, category: String? = nil, limit: Int? = nil, cursor: String? = nil) {
        self.order = order
        self.category = category
        self.limit = limit
        self.cursor = cursor
    }

    /// What comes first.
    public enum Order: String, Codable, Sendable, CaseIterable {
        /// Created last.
        case newest
        /// Most likes on its live posts, then newest.
        case popular
        /// Posted to last; a thread without posts counts by its creation.
        case active
    }
}
