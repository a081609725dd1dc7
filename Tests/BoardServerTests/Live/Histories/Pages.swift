import BoardProtocol
import BoardTestSupport

/// A thread's list, read page by page while others were writing.
struct Pages: Sendable {
    var thread: ThreadID
    var order: ListPosts.Order
    var posts: [Post]

    /// Nil where the thread went away meanwhile.
    static func read(
        _ thread: ThreadID, in order: ListPosts.Order, with client: StrictClient
    ) async throws -> Pages? {
        var pages = Pages(thread: thread, order: order, posts: [])
        var request = ListPosts(threadId: thread, order: order, limit: 2)
        do {
            repeat {
                let page = try await client.send(request)
                pages.posts += page.posts
                request.cursor = page.nextCursor
            } while request.cursor != nil
        } catch let refusal as Refusal where refusal.reason == .notFound {
            return nil
        }
        return pages
    }

    /// What nobody changed must be there once, in its order; nothing may be there that was not at any time.
    func faults(before: BoardModel, after: BoardModel, for viewer: AccountID?) -> [String] {
        let (old, new) = (
            before.posts(of: thread, in: order, for: viewer), after.posts(of: thread, in: order, for: viewer)
        )
        let likes = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0.likeCount) })
        let unchanged = old.filter { likes[$0.id] == $0.likeCount }.map(\.id)
        let read = posts.map(\.id)
        let kept = Set(unchanged)
        var faults: [String] = []
        if read.filter(kept.contains) != unchanged {
            faults.append("pages of \(thread) by \(order) held \(read), unchanged were \(unchanged)")
        }
        let known = Set(old.map(\.id)).union(new.map(\.id))
        if !known.isSuperset(of: read) { faults.append("pages of \(thread) held \(read), of \(known)") }
        return faults
    }
}
