/// Whom the member blocks, newest first.
public struct ListBlocks: BoardRequest {
    public static let method = "block.list"
    public var limit: Int?
    public var cursor: String?

    public struct Reply: Codable, Sendable, Equatable {
        public var authors: [Author]
        public var nextCursor: String?

        public init(authors: [Author], nextCursor: String?) {
            self.authors = authors
            self.nextCursor = nextCursor
        }
    }

    public init(limit: Int? = nil, cursor: String? = nil) {
        self.limit = limit
        self.cursor = cursor
    }
}
