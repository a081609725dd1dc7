/// The categories that have live threads, by name; the same for all viewers.
public struct ListCategories: BoardRequest {
    public static let method = "category.list"
    public var limit: Int?
    public var cursor: String?

    public struct Reply: Codable, Sendable, Equatable {
        public var categories: [CategorySummary]
        public var nextCursor: String?

        public init(categories: [CategorySummary], nextCursor: String?) {
            self.categories = categories
            self.nextCursor = nextCursor
        }
    }

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
