/// Opens a thread.
///
/// The same `clientKey` again makes nothing and answers with what the first one made.
public struct CreateThread: BoardRequest {
    public static let method = "thread.create"
    public var title: String
    public var category: String?
    public var meta: JSON?
    public var clientKey: String?

    public struct Reply: Codable, Sendable, Equatable {
        public var thread: ThreadSummary

        public init(thread: ThreadSummary) {
            self.thread = thread
        }
    }

    public init(title: String, category: String? = nil, meta: JSON? = nil, clientKey: String? = nil) {
        self.title = title
        self.category = category
        self.meta = meta
        self.clientKey = clientKey
    }
}
