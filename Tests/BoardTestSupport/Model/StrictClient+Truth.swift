public import BoardProtocol

/// What a viewer reads of a board on which nothing moves, checked against the model.
public struct ViewerTruth: Sendable {
    public var threads: [ThreadID: ThreadReading] = [:]
    public var blocks: Set<AccountID> = []
    public var permission = Permissions.Posting.loginRequired
    public var role: Role?
}

extension StrictClient {
    /// How what the client holds differs from what its viewer reads.
    ///
    /// - Parameter hearsLikes: whether no `post.liked` can have been lost: it is a hint, and nobody repeats it.
    public func differences(from truth: ViewerTruth, hearsLikes: Bool) -> [String] {
        var found: [String] = []
        if blocks != truth.blocks { found.append("blocks \(blocks), not \(truth.blocks)") }
        if let can, can != truth.permission { found.append("can \(can), not \(truth.permission)") }
        if let role, role != truth.role {
            found.append("role \(role), not \(String(describing: truth.role))")
        }
        for (id, follow) in follows.sorted(by: { $0.key < $1.key }) {
            guard let reading = truth.threads[id] else {
                found.append("thread \(id) is gone unheard")
                continue
            }
            if follow.told != reading.thread.seq {
                found.append("thread \(id): told up to \(follow.told) of \(reading.thread.seq)")
            }
            found += Convergence.differences(between: follow.replica, and: reading).map {
                "thread \(id): \($0)"
            }
            for (id, post) in reading.posts where hearsLikes {
                guard let held = liked[id], let read = post.liked.value, held != read else { continue }
                found.append("post \(id): liked \(held), not \(read)")
            }
        }
        for (id, reading) in truth.threads.sorted(by: { $0.key < $1.key }) where isWatched(reading.thread) {
            let held = counts[id]
            if held?.seq != reading.thread.seq || held?.postCount.value != reading.thread.postCount
                || held?.hiddenCount.value ?? 0 != reading.hiddenCount
            {
                found.append("counts of \(id): \(String(describing: held)), not of \(reading.thread)")
            }
        }
        for (id, held) in counts where truth.threads[id] == nil && held.deleted.value != true {
            // Who watches all hears nothing of what a blocked author took off.
            if watches.contains(id) || ledger.author(of: id).map({ !blocks.contains($0) }) ?? true {
                found.append("watched thread \(id) is gone unheard")
            }
        }
        return found
    }

    private func isWatched(_ thread: ThreadSummary) -> Bool {
        if watches.contains(thread.id) { return true }
        return watchesAll && !(thread.author.id.map { blocks.contains($0) } ?? false)
    }
}
