public import BoardProtocol
public import BoardSQL

extension ListPosts: BoardRead {
    public static func authorize(_ viewer: Viewer) throws(Refusal) {}

    public func call(for viewer: Viewer) throws(Refusal) -> Call {
        let limit = try Page.limit(limit)
        var place = order == .oldest ? [0, 0] : [Int64.max, Int64.max]
        if let cursor { place = try Cursor.numbers(cursor, of: list, count: 2) }
        let statement: Statement =
            switch order ?? .newest {
            case .newest: .postListNewest
            case .popular: .postListPopular
            case .oldest: .postListOldest
            }
        return Call(
            statement, viewer.value, .int(threadId.rawValue), .int(place[0]), .int(place[1]),
            .int(Int64(limit + 1)))
    }

    public func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply {
        guard let thread = rows.first else {
            throw Refusal(.notFound, "There is no such thread, or no longer.")
        }
        let page = Page.cut(
            rows.lazy.filter { !$0.isNull("id") }, limit: try Page.limit(limit),
            item: { row in
                let post = shown(Post(row: row, liked: row.bool("liked")))
                return (post, post.weight)
            },
            place: { row in
                Cursor(list: list, [order == .popular ? row.text("like_count") : "0", row.text("id")]).text
            })
        return Reply(
            posts: page.items, nextCursor: page.nextCursor, postCount: thread.int64("post_count"),
            hiddenCount: thread.int64("hidden_count"), seq: thread.int64("t_seq"))
    }

    private var list: String { "post.list/\(threadId)/\((order ?? .newest).rawValue)" }

    private func shown(_ post: Post) -> Post {
        var post = post
        switch body ?? .full {
        case .full: break
        case .excerpt: post.body = post.body.map { String($0.prefix(200)) }
        case .none: post.body = nil
        }
        return post
    }
}
