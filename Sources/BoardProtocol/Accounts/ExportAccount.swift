/// All that the account has stored, in pages of at most 100 items.
public struct ExportAccount: BoardRequest {
    public static let method = "account.export"
    public var cursor: String?

    public struct Reply: Codable, Sendable, Equatable {
        public var items: [JSON]
        public var nextCursor: String?

        public init(items: [JSON], nextCursor: String?) {
            self.items = items
            self.nextCursor = nextCursor
        }
    }

    public init(cursor: String? = nil) {
        self.cursor = cursor
    }
}
