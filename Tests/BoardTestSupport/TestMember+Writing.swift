public import BoardProtocol

/// What nearly every test writes.
extension TestMember {
    @discardableResult
    public func open(_ title: String = "Ramen", category: String? = nil) async throws -> ThreadSummary {
        try await send(CreateThread(title: title, category: category)).thread
    }

    @discardableResult
    public func post(
        _ body: String = "Where?", in thread: ThreadSummary, title: String? = nil, replyTo: PostID? = nil
    ) async throws -> Post {
        try await send(CreatePost(threadId: thread.id, title: title, body: body, replyTo: replyTo)).post
    }

    /// Posts that many at once, in this order, and returns them.
    @discardableResult
    public func posts(_ count: Int, in thread: ThreadSummary, body: String = "Bowl") async throws -> [Post] {
        var posts: [Post] = []
        // No more at a time than a board reads ahead of its answers.
        for start in stride(from: 0, to: count, by: 50) {
            var replies: [Task<CreatePost.Reply, any Error>] = []
            for number in start..<min(start + 50, count) {
                replies.append(
                    await client.begin(CreatePost(threadId: thread.id, body: "\(body) \(number)")))
            }
            for reply in replies { posts.append(try await reply.value.post) }
        }
        return posts
    }

    /// Runs an admin command, as one line.
    @discardableResult
    public func command(_ line: String) async throws -> RunCommand.Reply {
        try await send(RunCommand(command: line))
    }

    public func thread(_ id: ThreadID) async throws -> ThreadSummary {
        try await send(GetThread(threadId: id)).thread
    }
}

extension TestClient {
    public func thread(_ id: ThreadID) async throws -> ThreadSummary {
        try await send(GetThread(threadId: id)).thread
    }
}
