import BoardProtocol
import BoardTestSupport

/// All that one viewer can read of a board's threads, without the change numbers: those never go back.
struct BoardReading: Equatable {
    var threads: [[ThreadSummary]] = []
    var posts: [[Post]] = []
    var categories: [CategorySummary] = []

    static func read(of ids: [ThreadID], with client: TestClient) async throws -> BoardReading {
        var reading = BoardReading()
        for order in [ListThreads.Order.newest, .popular, .active] {
            let threads = try await client.all(ListThreads(order: order))
            reading.threads.append(threads.map(unnumbered))
        }
        for id in ids {
            guard reading.threads[0].contains(where: { $0.id == id }) else { continue }
            reading.threads.append([unnumbered(try await client.thread(id))])
            for order in [ListPosts.Order.newest, .oldest, .popular] {
                let posts = try await client.all(ListPosts(threadId: id, order: order))
                reading.posts.append(posts.map(unnumbered))
            }
        }
        reading.categories = try await client.all(ListCategories())
        return reading
    }

    private static func unnumbered(_ thread: ThreadSummary) -> ThreadSummary {
        var thread = thread
        thread.seq = 0
        return thread
    }

    private static func unnumbered(_ post: Post) -> Post {
        var post = post
        post.seq = 0
        return post
    }
}
