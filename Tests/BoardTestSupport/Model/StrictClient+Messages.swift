import BoardProtocol

/// What the server tells by itself, held against what it told before.
extension StrictClient {
    func take(_ message: ThreadChanged) {
        let id = message.threadId
        guard var follow = follows[id] else { return fault("thread.changed of \(id), which is not joined") }
        if message.from != follow.told {
            fault("thread.changed of \(id) from \(message.from), though told up to \(follow.told)")
        }
        if message.seq < message.from { fault("thread.changed of \(id) goes back") }
        if message.seq == message.from, !message.changes.isEmpty || !message.thread.isMissing {
            fault("changes of \(id) without a new number")
        }
        check(message.changes, of: id, after: message.from, upTo: message.seq)
        check(message.thread.value)
        follow.told = message.seq
        switch follow.replica.apply(message) {
        case .applied, .reset: break
        case .gap: follow.needsJoining = true
        case .ended:
            follows[id] = nil
            return
        }
        follows[id] = follow
    }

    /// The changes of a live message or of a join.
    func check(_ changes: [PostState], of thread: ThreadID, after from: Int64, upTo seq: Int64) {
        var last = from
        for change in changes {
            if let number = change.seq {
                if number <= last || number > seq {
                    fault("change \(number) of post \(change.id), after \(last), in a message up to \(seq)")
                }
                last = number
            }
            switch change {
            case .live(let post):
                if !post.liked.isMissing { fault("a live message has the viewer's own: \(post)") }
                if post.threadId != thread { fault("a post of another thread: \(post)") }
                checkVisible(post)
            case .likes(let id, _, _, _):
                if let author = ledger.author(of: id), blocks.contains(author) {
                    fault("likes of post \(id), by the blocked \(author)")
                }
            case .deleted: break
            case .blocked(let id, _): fault("a live message has the blocked post \(id)")
            }
        }
    }

    /// Nothing by an author whom the viewer blocks, nor what was written after the block, wherever it was heard of.
    func checkVisible(_ post: Post) {
        guard let author = post.author.id, let account, !isLeaving else { return }
        if blocks.contains(author) { fault("post \(post.id), by the blocked \(author)") }
        if ledger.isAfterBlock(post.body, by: author, for: account) {
            fault("post \(post.id): \(author) wrote it after having been blocked")
        }
    }

    private func check(_ thread: ThreadState?) {
        guard case .live(let thread)? = thread else { return }
        check(thread)
    }

    private func check(_ thread: ThreadSummary) {
        if !thread.hiddenCount.isMissing || !thread.unread.isMissing || !thread.can.isMissing {
            fault("a live message has the viewer's own: \(thread)")
        }
    }

    func take(_ message: CountsChanged) {
        for entry in message.counts {
            let id = entry.threadId
            guard watches.contains(id) || watchesAll else {
                fault("counts of \(id), which is not watched")
                continue
            }
            if let told = toldCounts[id], entry.seq < told {
                fault("counts of \(id) go back from \(told): \(entry)")
            }
            if let held = counts[id], entry.seq == held.seq, entry.postCount != held.postCount {
                fault("other counts of \(id) with the same number: \(held), then \(entry)")
            }
            toldCounts[id] = entry.seq
            if let thread = entry.thread.value { check(thread) }
            if !watches.contains(id), entry.deleted.value != true, let author = ledger.author(of: id),
                blocks.contains(author)
            {
                fault("counts of \(id), a thread by the blocked \(author)")
            }
            // A list may have brought newer ones.
            if entry.seq >= counts[id]?.seq ?? 0 { counts[id] = entry }
        }
    }

    func take(_ change: BlockChanged) {
        guard !isLeaving else { return }
        if change.blocksVersion != blocksVersion + 1 {
            fault("blocksVersion \(change.blocksVersion) after \(blocksVersion)")
        }
        blocksVersion = change.blocksVersion
        if change.blocked {
            blocks.insert(change.accountId)
            for id in follows.keys { follows[id]?.replica.hide(change.accountId) }
        } else {
            blocks.remove(change.accountId)
            for id in follows.keys { follows[id]?.needsReading = true }
            needsListing = watchesAll
        }
    }
}
