/// The limits of the protocol, as `hello` announces them.
public struct Limits: Codable, Sendable, Equatable {
    public var messageBytes = 65_536
    public var titleCharacters = 200
    public var bodyCharacters = 10_000
    public var titleBytes = 1_024
    public var bodyBytes = 32_768
    public var metaBytes = 2_048
    public var imageBytes = 10_485_760
    public var pageSize = 100
    /// Threads that one connection may have joined at a time.
    public var joins = 100
    /// Threads that one connection may watch the counts of.
    public var watches = 10_000

    public init() {}

    /// What this version of the protocol fixes.
    public static let current = Limits()
    /// Bytes of the posts or threads of one page, and of the changes of one message.
    public static let pageBytes = 262_144
    /// Changes in one message.
    public static let changes = 500
    /// Thread ids in one `counts.watch` or `counts.unwatch`.
    public static let watchedAtOnce = 1_000
    /// Accounts that one member may block.
    public static let blocks = 10_000
}
