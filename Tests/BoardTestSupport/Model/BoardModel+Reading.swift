public import BoardProtocol

/// Reading a whole board as one viewer, and comparing all of it with the model.
extension BoardModel {
    /// What the viewer reads, and how it differs from what the model says.
    ///
    /// Call it when nothing is being written. `limit` is the pages' length.
    public func read(
        as viewer: AccountID?, with client: TestClient, limit: Int
    ) async throws -> (truth: ViewerTruth, differences: [String]) {
        var truth = ViewerTruth(blocks: blocks(of: viewer), permission: permission(of: viewer))
        truth.role = viewer.flatMap { members[$0]?.role }
        var found = Differences()
        try await compareLists(for: viewer, client, limit, &found)
        for id in liveThreadIds {
            truth.threads[id] = try await compareThread(id, for: viewer, client, limit, &found)
        }
        for id in deletedThreadIds {
            let refusal = try await client.refusal(of: GetThread(threadId: id))
            found.compare("deleted thread \(id)", refusal.reason, .notFound)
        }
        if let viewer {
            let authors = try await client.all(ListBlocks(limit: limit))
            found.compare("block.list", Set(authors.compactMap(\.id)), blocks(of: viewer))
            found.compare(
                "blocksVersion", try await client.hello.session.blocksVersion.value,
                members[viewer]?.blocksVersion)
        }
        return (truth, found.found)
    }

    private struct Differences {
        var found: [String] = []

        mutating func compare<Value: Equatable>(_ what: String, _ read: Value, _ expected: Value) {
            if read != expected { found.append("\(what): read \(read), the model says \(expected)") }
        }
    }

    private func compareLists(
        for viewer: AccountID?, _ client: TestClient, _ limit: Int, _ found: inout Differences
    ) async throws {
        for order in ListThreads.Order.allCases {
            for category: String? in [nil, categories.keys.min()] {
                let read = try await client.all(ListThreads(order: order, category: category, limit: limit))
                let expected = threads(in: order, category: category, for: viewer)
                let what = "thread.list \(order) \(category ?? "")"
                if order == .active {
                    // Milliseconds do not tell which of two threads was posted to last.
                    found.compare(what, read.map(\.id).sorted(), expected.sorted())
                    found.compare(
                        what, read.map { rank(of: $0.id, in: order) },
                        expected.map { rank(of: $0, in: order) })
                } else {
                    found.compare(what, read.map(\.id), expected)
                }
                for thread in read {
                    found.compare("\(what): \(thread.id)", thread.own, summary(of: thread.id, for: viewer))
                }
            }
        }
        let read = try await client.all(ListCategories(limit: limit))
        found.compare("categories", read.map(\.name).sorted(), categories.keys.sorted())
        for category in read {
            found.compare(
                "category \(category.name)", category.threadCount, categories[category.name] ?? 0)
        }
    }

    private func compareThread(
        _ id: ThreadID, for viewer: AccountID?, _ client: TestClient, _ limit: Int,
        _ found: inout Differences
    ) async throws -> ThreadReading {
        let reading = try await ThreadReading.read(id, with: client)
        found.compare("thread \(id)", reading.thread.own, summary(of: id, for: viewer))
        for order in ListPosts.Order.allCases {
            let pages = try await client.pages(ListPosts(threadId: id, order: order, limit: limit))
            let read = pages.flatMap(\.posts)
            let expected = posts(of: id, in: order, for: viewer)
            found.compare("post.list \(order) of \(id)", read.map(\.id), expected.map(\.id))
            for (post, wanted) in zip(read, expected) where post.id == wanted.id {
                found.compare("post \(post.id)", post.own, wanted)
            }
            for page in pages {
                found.compare("seq of a page of \(id)", page.seq, reading.thread.seq)
                found.compare(
                    "counts of a page of \(id)", [page.postCount, page.hiddenCount],
                    [reading.thread.postCount, reading.hiddenCount])
            }
        }
        let counts = try await client.send(WatchCounts(threadIds: [id])).counts
        found.compare(
            "counts.watch of \(id)", counts,
            [
                ThreadCounts(
                    threadId: id, postCount: .value(reading.thread.postCount),
                    hiddenCount: .value(reading.hiddenCount), seq: reading.thread.seq)
            ])
        return reading
    }
}

extension ThreadSummary {
    /// Without what the model does not know.
    fileprivate var own: ThreadSummary? {
        var thread = self
        thread.seq = 0
        thread.unread = .missing
        return thread
    }
}

extension Post {
    fileprivate var own: Post {
        var post = self
        post.seq = 0
        return post
    }
}
