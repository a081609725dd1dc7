/// A client's notices as they come; over when the connection is.
///
/// For one reader: two would each get a part.
public struct Notices: AsyncSequence, Sendable {
    let client: BoardClient

    public func makeAsyncIterator() -> Iterator { Iterator(client: client) }

    public struct Iterator: AsyncIteratorProtocol {
        let client: BoardClient

        /// The next notice; nil after the last one, or when the task is cancelled.
        public mutating func next() async -> ServerNotice? { await client.nextNotice() }
    }
}
