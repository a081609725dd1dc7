public import BoardProtocol

/// What somebody may try to do to a board, as the model and the board both take it.
public enum BoardAction: Sendable {
    case createThread(title: String, category: String?)
    case createPost(in: ThreadID, title: String?, body: String, replyTo: PostID?)
    case editPost(PostID, title: String?, body: String)
    case deletePost(PostID)
    case like(PostID)
    case unlike(PostID)
    case block(AccountID)
    case unblock(AccountID)
    case renameThread(ThreadID, title: String)
    case deleteThread(ThreadID)
    case command(BoardCommand)
}

/// The admin commands that the model knows.
public enum BoardCommand: Sendable {
    case lock(ThreadID, Bool)
    case pin(ThreadID, Bool)
    case rename(ThreadID, String)
    case move(ThreadID, String)
    case deleteThread(ThreadID)
    case restoreThread(ThreadID)
    case deletePost(PostID)
    case restorePost(PostID)
    case suspend(AccountID, Bool)
    case role(AccountID, Role)

    /// The command's words; accounts go by their names.
    func words(_ name: (AccountID) -> String) -> [String] {
        switch self {
        case .lock(let id, let isLocked): [isLocked ? "lock" : "unlock", "\(id)"]
        case .pin(let id, let isPinned): [isPinned ? "pin" : "unpin", "\(id)"]
        case .rename(let id, let title): ["rename", "\(id)", title]
        case .move(let id, let category): ["move", "\(id)", category]
        case .deleteThread(let id): ["delete", "thread", "\(id)"]
        case .restoreThread(let id): ["restore", "thread", "\(id)", "by", "mistake"]
        case .deletePost(let id): ["delete", "post", "\(id)", "not here"]
        case .restorePost(let id): ["restore", "post", "\(id)"]
        case .suspend(let id, true): ["suspend", name(id), "7d", "for a while"]
        case .suspend(let id, false): ["unsuspend", name(id)]
        case .role(let id, let role): ["role", name(id), role.rawValue]
        }
    }

    /// Whose rights it changes.
    public var account: AccountID? {
        switch self {
        case .suspend(let id, _), .role(let id, _): id
        default: nil
        }
    }
}

/// What the board answered to an action: its ids, times and numbers.
public struct ActionReceipt: Sendable {
    public var thread: ThreadSummary?
    public var post: Post?
    public var seq: Int64?
    public var postCount: Int64?
    public var likeCount: Int64?
}

extension BoardAction {
    /// What an action looks at, or changes; two that change nothing which the other looks at may come in any order.
    public enum Subject: Hashable, Sendable {
        case rights(AccountID)
        case blocks(AccountID)
        case head(ThreadID)
        case existence(PostID)
        case text(PostID)
        case like(PostID, AccountID)
    }

    public func subjects(
        for actor: AccountID?, in model: BoardModel
    ) -> (read: Set<Subject>, changed: Set<Subject>) {
        var read: Set<Subject> = []
        if let actor { read = [.rights(actor), .blocks(actor)] }
        func postAndThread(_ id: PostID) -> Set<Subject> {
            var subjects: Set<Subject> = [.existence(id)]
            if let thread = model.thread(of: id) { subjects.insert(.head(thread)) }
            return subjects
        }
        switch self {
        case .createThread: return (read, [])
        case .createPost(let thread, _, _, let replyTo):
            read.insert(.head(thread))
            return (read.union(replyTo.map(postAndThread) ?? []), [])
        case .editPost(let id, _, _): return (read.union(postAndThread(id)), [.text(id)])
        case .deletePost(let id), .command(.deletePost(let id)), .command(.restorePost(let id)):
            return (read.union(postAndThread(id)), [.existence(id), .text(id)])
        case .like(let id), .unlike(let id):
            return (read.union(postAndThread(id)), actor.map { [.like(id, $0)] } ?? [])
        case .block(let id), .unblock(let id):
            return (read.union([.rights(id)]), actor.map { [.blocks($0)] } ?? [])
        case .renameThread(let id, _), .deleteThread(let id), .command(.lock(let id, _)),
            .command(.pin(let id, _)), .command(.rename(let id, _)), .command(.move(let id, _)),
            .command(.deleteThread(let id)), .command(.restoreThread(let id)):
            return (read, [.head(id)])
        case .command(.suspend(let id, _)), .command(.role(let id, _)): return (read, [.rights(id)])
        }
    }
}
