public import BoardProtocol

extension StrictClient {
    /// Carries an action out; throws the refusal.
    public func perform(_ action: BoardAction, names: [AccountID: String]) async throws -> ActionReceipt {
        switch action {
        case .createThread(let title, let category):
            let reply = try await ask(CreateThread(title: title, category: category))
            if let account { ledger.opened(reply.thread.id, by: account) }
            return ActionReceipt(thread: reply.thread)
        case .createPost(let thread, let title, let body, let replyTo):
            let reply = try await ask(
                CreatePost(threadId: thread, title: title, body: body, replyTo: replyTo))
            if let account { ledger.wrote(reply.post.id, by: account) }
            return ActionReceipt(post: reply.post, seq: reply.seq, postCount: reply.postCount)
        case .editPost(let id, let title, let body):
            let reply = try await ask(EditPost(postId: id, title: .orNull(title), body: body))
            return ActionReceipt(post: reply.post, seq: reply.post.seq)
        case .deletePost(let id):
            let reply = try await ask(DeletePost(postId: id))
            return ActionReceipt(seq: reply.seq, postCount: reply.postCount)
        case .like(let id):
            let reply = try await ask(LikePost(postId: id)) { [self] in liked[id] = $0.liked }
            return ActionReceipt(seq: reply.seq, likeCount: reply.likeCount)
        case .unlike(let id):
            let reply = try await ask(UnlikePost(postId: id)) { [self] in liked[id] = $0.liked }
            return ActionReceipt(seq: reply.seq, likeCount: reply.likeCount)
        case .block(let id): _ = try await ask(AddBlock(accountId: id))
        case .unblock(let id): _ = try await ask(RemoveBlock(accountId: id))
        case .renameThread(let id, let title):
            return ActionReceipt(thread: try await ask(RenameThread(threadId: id, title: title)).thread)
        case .deleteThread(let id): _ = try await ask(DeleteThread(threadId: id))
        case .command(let command):
            _ = try await ask(RunCommand(args: command.words { names[$0] ?? "nobody" }))
        }
        return ActionReceipt()
    }
}
