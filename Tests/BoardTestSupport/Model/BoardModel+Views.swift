public import BoardProtocol

/// What each viewer sees; nil is a guest.
extension BoardModel {
    public func blocks(of viewer: AccountID?) -> Set<AccountID> {
        viewer.flatMap { members[$0]?.blocks } ?? []
    }

    func isHidden(_ author: AccountID?, from viewer: AccountID?) -> Bool {
        author.map { blocks(of: viewer).contains($0) } ?? false
    }

    /// A live thread as the viewer reads it, but for its `seq` and `unread`, which the model does not know.
    func summary(of id: ThreadID, for viewer: AccountID?) -> ThreadSummary? {
        guard let thread = threads[id], !thread.isDeleted else { return nil }
        let live = livePosts(of: id)
        return ThreadSummary(
            id: id, title: thread.title, category: thread.category, author: author(thread.author),
            createdAt: thread.createdAt, lastPostAt: live.last?.createdAt, postCount: Int64(live.count),
            hiddenCount: .value(Int64(live.count { isHidden($0.author, from: viewer) })),
            likeCount: likeCount(of: id), seq: 0, locked: thread.isLocked, pinned: thread.isPinned, meta: nil,
            can: .value(Permissions(post: permission(in: thread, for: viewer))))
    }

    /// What the viewer may post, apart from any thread.
    public func permission(of viewer: AccountID?) -> Permissions.Posting {
        guard let viewer, let member = members[viewer] else { return .loginRequired }
        return member.isSuspended ? .suspended : .ok
    }

    private func permission(in thread: ThreadFacts, for viewer: AccountID?) -> Permissions.Posting {
        let permission = permission(of: viewer)
        return permission == .ok && thread.isLocked ? .locked : permission
    }

    /// A thread's posts as the viewer reads them, but for their `seq`.
    public func posts(of id: ThreadID, in order: ListPosts.Order, for viewer: AccountID?) -> [Post] {
        let visible = livePosts(of: id).filter { !isHidden($0.author, from: viewer) }
        let sorted =
            switch order {
            case .oldest: visible
            case .newest: Array(visible.reversed())
            case .popular: visible.sorted { ($0.likes.count, $0.id) > ($1.likes.count, $1.id) }
            }
        return sorted.map { post in
            Post(
                id: post.id, threadId: id, title: post.title, body: post.body, author: author(post.author),
                replyTo: post.replyTo, likeCount: Int64(post.likes.count),
                liked: .value(viewer.map(post.likes.contains) ?? false), createdAt: post.createdAt,
                editedAt: post.editedAt, meta: nil, seq: 0)
        }
    }

    /// The threads that the viewer's list has, and in which order.
    func threads(in order: ListThreads.Order, category: String? = nil, for viewer: AccountID?) -> [ThreadID] {
        liveThreadIds
            .filter { !isHidden(threads[$0]?.author, from: viewer) }
            .filter { category == nil || threads[$0]?.category == category }
            .sorted { (rank(of: $0, in: order), $0) > (rank(of: $1, in: order), $1) }
    }

    /// What a list is ordered by, before the id: pinned ones first, then likes, or milliseconds.
    func rank(of id: ThreadID, in order: ListThreads.Order) -> Rank {
        guard let thread = threads[id] else { return Rank(isPinned: false, number: 0) }
        let number: Int64 =
            switch order {
            case .newest: 0
            case .popular: likeCount(of: id)
            case .active: (livePosts(of: id).last?.createdAt ?? thread.createdAt).milliseconds
            }
        return Rank(isPinned: thread.isPinned, number: number)
    }

    struct Rank: Comparable {
        var isPinned: Bool
        var number: Int64

        static func < (a: Rank, b: Rank) -> Bool {
            (a.isPinned ? 1 : 0, a.number) < (b.isPinned ? 1 : 0, b.number)
        }
    }

    /// How many live threads each category has.
    var categories: [String: Int64] {
        liveThreadIds.compactMap { threads[$0]?.category }.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }

    /// The numbers that actions are answered with.
    public func likeCount(of id: PostID) -> Int64 { Int64(posts[id]?.likes.count ?? 0) }
    public func postCount(of id: ThreadID) -> Int64 { Int64(livePosts(of: id).count) }

    /// Oldest first.
    private func livePosts(of id: ThreadID) -> [PostFacts] {
        posts.values.filter { $0.thread == id && !$0.isDeleted }.sorted { $0.id < $1.id }
    }

    private func likeCount(of id: ThreadID) -> Int64 {
        livePosts(of: id).reduce(0) { $0 + Int64($1.likes.count) }
    }

    private func author(_ id: AccountID?) -> Author {
        guard let id, let member = members[id] else { return .deleted }
        return Author(id: id, name: member.name)
    }
}
