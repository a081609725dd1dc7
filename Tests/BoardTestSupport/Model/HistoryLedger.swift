public import BoardProtocol
import Synchronization

/// What is known of a history apart from the board: which number each text was written at, who blocked whom when, and
/// what went wrong.
///
/// Shared by all clients of one history. Bodies begin with the number of the action that wrote them.
public final class HistoryLedger: Sendable {
    private struct State {
        var number = 0
        var blockedAt: [AccountID: [AccountID: Int]] = [:]
        var threadAuthors: [ThreadID: AccountID] = [:]
        var postAuthors: [PostID: AccountID] = [:]
        var faults: [String] = []
        var trace: [String] = []
    }

    private let state = Mutex(State())
    private static let traceLength = 60

    public init() {}

    /// The next action's number.
    public func nextNumber() -> Int {
        state.withLock { state in
            state.number += 1
            return state.number
        }
    }

    public func note(_ what: @autoclosure () -> String) {
        let line = what().prefix(200)
        state.withLock { state in
            if state.trace.count == HistoryLedger.traceLength { state.trace.removeFirst() }
            state.trace.append("\(state.number) \(line)")
        }
    }

    /// What must not be.
    public func fault(_ what: String) {
        state.withLock { state in
            guard state.faults.count < 20 else { return }
            if state.faults.isEmpty { state.trace.append("\(state.number) the first fault") }
            state.faults.append("at \(state.number): \(what.prefix(1_500))")
        }
    }

    public var faults: [String] { state.withLock { $0.faults } }
    public var trace: [String] { state.withLock { $0.trace } }

    // MARK: Who wrote what, and who must not see it

    public func wrote(_ post: PostID, by author: AccountID) {
        state.withLock { $0.postAuthors[post] = author }
    }
    public func opened(_ thread: ThreadID, by author: AccountID) {
        state.withLock { $0.threadAuthors[thread] = author }
    }
    func author(of post: PostID) -> AccountID? { state.withLock { $0.postAuthors[post] } }
    func author(of thread: ThreadID) -> AccountID? { state.withLock { $0.threadAuthors[thread] } }

    /// The account is gone: what it wrote is nobody's.
    public func forget(_ account: AccountID) {
        state.withLock { state in
            state.postAuthors = state.postAuthors.filter { $0.value != account }
            state.threadAuthors = state.threadAuthors.filter { $0.value != account }
            for member in state.blockedAt.keys { state.blockedAt[member]?[account] = nil }
        }
    }

    /// A block was acknowledged.
    public func blocked(_ author: AccountID, by member: AccountID) {
        let number = nextNumber()
        state.withLock { state in
            if state.blockedAt[member]?[author] == nil {
                state.blockedAt[member, default: [:]][author] = number
            }
        }
    }

    /// A block is about to be lifted.
    public func willUnblock(_ author: AccountID, by member: AccountID) {
        state.withLock { $0.blockedAt[member]?[author] = nil }
    }

    /// Whether the text was written after the viewer's block of its author had been acknowledged.
    func isAfterBlock(_ body: String?, by author: AccountID, for viewer: AccountID) -> Bool {
        guard let number = body?.split(separator: " ").first.flatMap({ Int($0) }) else { return false }
        return state.withLock { $0.blockedAt[viewer]?[author].map { number > $0 } ?? false }
    }
}
