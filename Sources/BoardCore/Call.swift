public import BoardProtocol
public import BoardSQL

/// What a call needs locked before its statement judges.
public struct Hold: Sendable, Equatable {
    public var threads: [ThreadID]
    /// Posts whose threads are meant.
    public var posts: [PostID]
    /// Whether the call changes who may act: then it waits for the writes under way.
    public var claimsActing: Bool

    public static let nothing = Hold(threads: [], posts: [], claimsActing: false)
    public static let acting = Hold(threads: [], posts: [], claimsActing: true)
    public static func thread(_ id: ThreadID) -> Hold { Hold(threads: [id], posts: [], claimsActing: false) }
    public static func threadOf(_ id: PostID) -> Hold { Hold(threads: [], posts: [id], claimsActing: false) }
    public static func threads(_ ids: [ThreadID]) -> Hold {
        Hold(threads: ids, posts: [], claimsActing: false)
    }
}

/// One element of a statement: the writer makes the arrays of batch statements.
public struct Call: Sendable {
    public var statement: Statement
    public var values: [Value]
    public var holding: Hold
    /// Two calls with the same turn never share one run of a statement: the later one sees what the earlier one did.
    public var turn: String?
    /// Changes nothing: runs on a connection that reads.
    public var isRead = false
    /// Runs in a transaction of its own, which is taken back: to see what it would do.
    public var isRehearsal = false
    /// Accounts whose open connections, in every process, have to look again after the commit.
    public var accounts: [AccountID]

    public init(
        _ statement: Statement, holding: Hold = .nothing, turn: String? = nil,
        telling accounts: [AccountID] = [],
        _ values: Value...
    ) {
        self.statement = statement
        self.values = values
        self.holding = holding
        self.turn = turn
        self.accounts = accounts
    }

    /// A call that changes nothing, as a step of a write.
    public static func reading(_ statement: Statement, _ values: Value...) -> Call {
        var call = Call(statement)
        call.values = values
        call.isRead = true
        return call
    }
}
