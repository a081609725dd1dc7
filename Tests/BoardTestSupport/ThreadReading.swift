public import BoardProtocol

/// A thread and all its posts as one client reads them, all as of the same `seq`.
public struct ThreadReading: Sendable, Equatable {
    public var thread: ThreadSummary
    public var posts: [PostID: Post] = [:]
    public var hiddenCount: Int64

    /// Reads until nothing changes between the first page and the last.
    public static func read(_ threadId: ThreadID, with client: TestClient) async throws -> ThreadReading {
        while true {
            let thread = try await client.send(GetThread(threadId: threadId)).thread
            var reading = ThreadReading(thread: thread, hiddenCount: thread.hiddenCount.value ?? 0)
            var isWhole = true
            try await eachPage(of: threadId, with: client) { page in
                isWhole = isWhole && page.seq == thread.seq && page.hiddenCount == reading.hiddenCount
                for post in page.posts { reading.posts[post.id] = post }
            }
            if isWhole { return reading }
        }
    }

    static func eachPage(
        of threadId: ThreadID, with client: TestClient, _ take: (ListPosts.Reply) -> Void
    ) async throws {
        var cursor: String?
        repeat {
            let page = try await client.send(
                ListPosts(threadId: threadId, order: .oldest, limit: 100, cursor: cursor))
            take(page)
            cursor = page.nextCursor
        } while cursor != nil
    }
}
