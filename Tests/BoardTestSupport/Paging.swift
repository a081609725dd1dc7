public import BoardProtocol

/// A request that answers with one page of a list, and can go on from there.
public protocol PagedRequest: BoardRequest where Reply: Page {
    var cursor: String? { get set }
}

/// One page of a list.
public protocol Page {
    associatedtype Item: Sendable
    var items: [Item] { get }
    var nextCursor: String? { get }
}

extension ListPosts: PagedRequest {}
extension ListPosts.Reply: Page { public var items: [Post] { posts } }
extension ListThreads: PagedRequest {}
extension ListThreads.Reply: Page { public var items: [ThreadSummary] { threads } }
extension ListCategories: PagedRequest {}
extension ListCategories.Reply: Page { public var items: [CategorySummary] { categories } }
extension ListBlocks: PagedRequest {}
extension ListBlocks.Reply: Page { public var items: [Author] { authors } }

extension TestClient {
    /// Reads a list to its end, and returns its pages.
    ///
    /// - Parameter between: runs before each further page, with the number of pages read.
    public func pages<Request: PagedRequest>(
        _ first: Request, between: (Int) async throws -> Void = { _ in }
    ) async throws -> [Request.Reply] {
        var request = first
        var pages = [try await send(request)]
        while let cursor = pages[pages.count - 1].nextCursor {
            try await between(pages.count)
            request.cursor = cursor
            pages.append(try await send(request))
        }
        return pages
    }

    /// Reads a list to its end.
    public func all<Request: PagedRequest>(_ first: Request) async throws -> [Request.Reply.Item] {
        try await pages(first).flatMap(\.items)
    }
}
