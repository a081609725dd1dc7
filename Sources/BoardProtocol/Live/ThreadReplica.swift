/// What a client knows of one joined thread: snapshot plus changes, the one reducer of clients and tests.
///
/// Feed it the reply of ``JoinThread``, pages of ``ListPosts`` and each ``ThreadChanged``. It never guesses: a message that
/// does not continue what it holds says so, and the client joins again with ``since``.
public struct ThreadReplica: Sendable, Equatable {
    /// What a message meant for the replica.
    public enum Outcome: Sendable, Equatable {
        /// It continued what was held, or brought nothing new.
        case applied
        /// Something between is missing: join again with ``since``.
        case gap
        /// What was held is void: read the lists anew.
        case reset
        /// The thread is gone.
        case ended
    }

    public let threadId: ThreadID
    /// How far the replica has come; nil before the first join.
    public private(set) var since: Int64?
    public private(set) var postCount: Int64 = 0
    public private(set) var hiddenCount: Int64 = 0
    /// The thread itself, once it was read; kept up to date but for the viewer's own members.
    public private(set) var thread: ThreadSummary?
    public private(set) var posts: [PostID: Post] = [:]
    public private(set) var isDeleted = false

    public init(threadId: ThreadID) { self.threadId = threadId }

    /// Takes the thread as it was read.
    public mutating func apply(_ thread: ThreadSummary) {
        guard thread.seq >= self.thread?.seq ?? 0 else { return }
        self.thread = thread
    }

    /// Takes a page of the list; a post that is held in a newer state stays.
    ///
    /// A page that was read before what has been heard since may hold posts that are gone, or miss likes: then the
    /// replica steps back to where the page was, and the answer is `.gap`.
    @discardableResult
    public mutating func apply(_ page: ListPosts.Reply) -> Outcome {
        for post in page.posts where post.seq >= posts[post.id]?.seq ?? 0 {
            posts[post.id] = post
        }
        guard let since, page.seq < since else { return .applied }
        self.since = page.seq
        return .gap
    }

    /// Takes the reply of a join.
    public mutating func apply(_ reply: JoinThread.Reply) -> Outcome {
        if reply.reset.value == true {
            self = ThreadReplica(threadId: threadId)
            since = reply.seq
            take(reply.postCount, reply.hiddenCount)
            return .reset
        }
        isDeleted = false
        take(reply.changes, reply.thread.value)
        since = reply.seq
        take(reply.postCount, reply.hiddenCount)
        return isDeleted ? .ended : .applied
    }

    /// Takes a live message.
    public mutating func apply(_ message: ThreadChanged) -> Outcome {
        guard let since, message.from <= since else { return .gap }
        guard message.seq >= since else { return .applied }
        take(message.changes, message.thread.value)
        self.since = message.seq
        take(message.postCount, message.hiddenCount.value ?? 0)
        return isDeleted ? .ended : .applied
    }

    /// Forgets the posts of an author whom the viewer now blocks.
    public mutating func hide(_ author: AccountID) {
        posts = posts.filter { $0.value.author.id != author }
    }

    private mutating func take(_ postCount: Int64, _ hiddenCount: Int64) {
        self.postCount = postCount
        self.hiddenCount = hiddenCount
        thread?.postCount = postCount
        if thread?.hiddenCount.value != nil { thread?.hiddenCount = .value(hiddenCount) }
        if let since { thread?.seq = since }
    }

    private mutating func take(_ changes: [PostState], _ state: ThreadState?) {
        for change in changes {
            switch change {
            case .live(var post):
                guard post.seq >= posts[post.id]?.seq ?? 0 else { continue }
                if case .missing = post.liked { post.liked = posts[post.id]?.liked ?? .value(false) }
                posts[post.id] = post
            case .likes(let id, _, let likeCount, let seq):
                guard seq >= posts[id]?.seq ?? 0 else { continue }
                posts[id]?.likeCount = likeCount
                posts[id]?.seq = seq
            case .deleted(let id, _, let seq):
                if seq >= posts[id]?.seq ?? 0 { posts[id] = nil }
            case .blocked(let id, _):
                posts[id] = nil
            }
        }
        switch state {
        case .live(var now):
            now.can = thread?.can ?? .missing
            now.unread = thread?.unread ?? .missing
            now.hiddenCount = thread?.hiddenCount ?? .missing
            thread = now
        case .deleted:
            isDeleted = true
            posts = [:]
        case nil:
            break
        }
    }
}
