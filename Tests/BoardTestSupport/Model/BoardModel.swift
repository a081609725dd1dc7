public import BoardProtocol

/// What a board is by its rules, in memory and in a few pages: what a real one is compared with.
///
/// It makes no ids, times or numbers of its own: those it takes from the board's answers. Everything else follows from
/// the actions alone.
public struct BoardModel: Sendable {
    public struct Member: Sendable {
        public var id: AccountID
        public var name: String
        public var role: Role
        public var isSuspended = false
        public var blocks: Set<AccountID> = []
        public var blocksVersion: Int64

        public init(id: AccountID, name: String, role: Role, blocksVersion: Int64) {
            self.id = id
            self.name = name
            self.role = role
            self.blocksVersion = blocksVersion
        }
    }

    struct ThreadFacts: Sendable {
        var id: ThreadID
        var title: String
        var category: String?
        var author: AccountID?
        var createdAt: Timestamp
        var isLocked = false
        var isPinned = false
        var isDeleted = false
    }

    struct PostFacts: Sendable {
        var id: PostID
        var thread: ThreadID
        var title: String?
        var body: String
        var author: AccountID?
        var replyTo: PostID?
        var createdAt: Timestamp
        var editedAt: Timestamp?
        var likes: Set<AccountID> = []
        var isDeleted = false
    }

    /// Those who are there; a deleted account is not.
    public internal(set) var members: [AccountID: Member] = [:]
    var threads: [ThreadID: ThreadFacts] = [:]
    var posts: [PostID: PostFacts] = [:]

    public init() {}

    public mutating func add(_ member: Member) { members[member.id] = member }

    // MARK: What there is to act on

    public var threadIds: [ThreadID] { threads.keys.sorted() }
    public var liveThreadIds: [ThreadID] { threadIds.filter { threads[$0]?.isDeleted == false } }
    public var deletedThreadIds: [ThreadID] { threadIds.filter { threads[$0]?.isDeleted == true } }
    public var postIds: [PostID] { posts.keys.sorted() }
    public var livePostIds: [PostID] { postIds.filter(isLive) }
    public var deletedPostIds: [PostID] { postIds.filter { posts[$0]?.isDeleted == true } }

    public func posts(by author: AccountID?) -> [PostID] {
        livePostIds.filter { posts[$0]?.author == author }
    }

    public func thread(of post: PostID) -> ThreadID? { posts[post]?.thread }

    /// The post shows to somebody.
    public func isLive(_ id: PostID) -> Bool {
        guard let post = posts[id], !post.isDeleted else { return false }
        return threads[post.thread]?.isDeleted == false
    }

    func isLive(_ id: ThreadID) -> Bool { threads[id]?.isDeleted == false }

    // MARK: Acting

    /// Carries out what nothing spoke against.
    public mutating func apply(_ action: BoardAction, by actor: AccountID, _ receipt: ActionReceipt) {
        switch action {
        case .createThread(let title, let category):
            guard let made = receipt.thread else { return }
            threads[made.id] = ThreadFacts(
                id: made.id, title: title, category: category, author: actor, createdAt: made.createdAt)
        case .createPost(let thread, let title, let body, let replyTo):
            guard let made = receipt.post else { return }
            posts[made.id] = PostFacts(
                id: made.id, thread: thread, title: title, body: body, author: actor, replyTo: replyTo,
                createdAt: made.createdAt)
        case .editPost(let id, let title, let body):
            posts[id]?.title = title
            posts[id]?.body = body
            posts[id]?.editedAt = receipt.post?.editedAt
        case .deletePost(let id): posts[id]?.isDeleted = true
        case .like(let id): posts[id]?.likes.insert(actor)
        case .unlike(let id): posts[id]?.likes.remove(actor)
        case .block(let id): setBlock(of: id, by: actor, to: true)
        case .unblock(let id): setBlock(of: id, by: actor, to: false)
        case .renameThread(let id, let title): threads[id]?.title = title
        case .deleteThread(let id): threads[id]?.isDeleted = true
        case .command(let command): apply(command)
        }
    }

    private mutating func apply(_ command: BoardCommand) {
        switch command {
        case .lock(let id, let isLocked): threads[id]?.isLocked = isLocked
        case .pin(let id, let isPinned): threads[id]?.isPinned = isPinned
        case .rename(let id, let title): threads[id]?.title = title
        case .move(let id, let category): threads[id]?.category = category
        case .deleteThread(let id): threads[id]?.isDeleted = true
        case .restoreThread(let id): threads[id]?.isDeleted = false
        case .deletePost(let id): posts[id]?.isDeleted = true
        case .restorePost(let id): posts[id]?.isDeleted = false
        case .suspend(let id, let isSuspended): members[id]?.isSuspended = isSuspended
        case .role(let id, let role): members[id]?.role = role
        }
    }

    private mutating func setBlock(of blocked: AccountID, by member: AccountID, to isBlocked: Bool) {
        guard members[member]?.blocks.contains(blocked) != isBlocked else { return }
        if isBlocked {
            members[member]?.blocks.insert(blocked)
        } else {
            members[member]?.blocks.remove(blocked)
        }
        members[member]?.blocksVersion += 1
    }

    /// What was the account's stays, as nobody's; its likes and blocks, and blocks of it, go.
    public mutating func deleteAccount(_ id: AccountID) {
        members[id] = nil
        for post in posts.keys {
            posts[post]?.likes.remove(id)
            if posts[post]?.author == id { posts[post]?.author = nil }
        }
        for thread in threads.keys where threads[thread]?.author == id { threads[thread]?.author = nil }
        for member in members.keys { setBlock(of: id, by: member, to: false) }
    }
}
