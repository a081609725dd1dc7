public import BoardProtocol
public import Testing

extension TestBoard {
    /// Joins a thread on a connection of its own, as a guest or with a token, and reads all of it.
    public func follow(
        _ threadId: ThreadID, token: String? = nil, on server: RunningServer? = nil
    ) async throws -> ThreadFollower {
        let follower = ThreadFollower(
            threadId, token: token, client: try await client(token: token, on: server))
        try await follower.begin()
        return follower
    }

    /// Expects that a follower comes to hold exactly what a fresh client reads.
    ///
    /// Call it when nothing more is being written. What is the viewer's own (`liked`, `can`, `unread`) is not
    /// compared: live messages leave it out.
    public func expectConverges(
        _ follower: ThreadFollower, _ comment: @autoclosure () -> String = "",
        within limit: Duration = patience,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        var differences: [String] = []
        let reader = try await client(token: follower.token)
        defer { reader.drop() }
        let isEqual = try await eventually(within: limit) {
            try await follower.takeUnread()
            let replica = await follower.replica
            do {
                let reading = try await ThreadReading.read(follower.threadId, with: reader)
                differences = Convergence.differences(between: replica, and: reading)
            } catch let refusal as Refusal where refusal.reason == .notFound {
                differences = replica.isDeleted ? [] : ["the thread is gone, the replica goes on"]
            }
            return differences.isEmpty
        }
        guard !isEqual else { return }
        Issue.record(
            """
            The replica is not what a fresh client reads: \(differences.joined(separator: "; ")) \(comment())
            """, sourceLocation: sourceLocation)
    }

    /// As ``expectConverges(_:_:within:sourceLocation:)``, for several followers.
    public func expectConverges(
        _ first: ThreadFollower, _ second: ThreadFollower, _ others: ThreadFollower...,
        within limit: Duration = patience, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        for follower in [first, second] + others {
            try await expectConverges(follower, within: limit, sourceLocation: sourceLocation)
        }
    }
}

/// Compares what a client holds with what another one reads.
enum Convergence {
    static func differences(between replica: ThreadReplica, and reading: ThreadReading) -> [String] {
        var found: [String] = []
        func compare<Value: Equatable>(_ what: String, _ held: Value, _ read: Value) {
            if held != read { found.append("\(what): held \(held), read \(read)") }
        }
        compare("deleted", replica.isDeleted, false)
        compare("seq", replica.since, reading.thread.seq)
        compare("postCount", replica.postCount, reading.thread.postCount)
        compare("hiddenCount", replica.hiddenCount, reading.hiddenCount)
        compare("thread", replica.thread.map(shared), shared(reading.thread))
        for id in Set(replica.posts.keys).union(reading.posts.keys).sorted() {
            compare("post \(id)", replica.posts[id].map(shared), reading.posts[id].map(shared))
        }
        compare("visible posts", reading.thread.postCount - reading.hiddenCount, Int64(reading.posts.count))
        if reading.hiddenCount == 0 {
            // With all posts at hand, these two are sums over them.
            let likes = reading.posts.values.reduce(0) { $0 + $1.likeCount }
            compare("likeCount", likes, reading.thread.likeCount)
            compare(
                "lastPostAt", reading.posts.values.map(\.createdAt.milliseconds).max(),
                reading.thread.lastPostAt?.milliseconds)
        }
        return found
    }

    private static func shared(_ post: Post) -> Post {
        var post = post
        post.liked = .missing
        return post
    }

    /// Without the viewer's own, and without what moves with posts but travels with the thread only.
    private static func shared(_ thread: ThreadSummary) -> ThreadSummary {
        var thread = thread
        thread.can = .missing
        thread.unread = .missing
        thread.hiddenCount = .missing
        thread.likeCount = 0
        thread.lastPostAt = nil
        return thread
    }
}
