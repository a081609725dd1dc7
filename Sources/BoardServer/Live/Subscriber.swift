import BoardCore
import BoardProtocol
import WebSockets

/// What one connection is told live, and how far it has been told.
///
/// Nothing of what it has yet to hear is kept for it: a connection that is slow, or whose hidden counts have to be read
/// first, only stays where it is, and is brought up from what the hub or the database holds.
final class Subscriber {
    /// How far a connection has followed a joined thread.
    struct Join {
        var seq: Int64
        /// What it was last told.
        var hiddenCount: Int64
        /// Has to hear of its hidden count though `seq` has not moved.
        var owesHidden = false
        /// Is being brought up from the database.
        var isReading = false
    }

    let id: UInt64
    private let connection: any LiveConnection
    private let metrics: Metrics
    /// Nil for a guest.
    var presence: Presence?
    var joins: [ThreadID: Join] = [:]
    /// Joins under way, which count against the limit.
    var joining = 0
    var watches: Set<ThreadID> = []
    var watchesAll = false
    /// Has been told of every round up to this one.
    var countsRound: UInt64 = 0
    /// Missed no round: the next one continues.
    var isCurrent = true
    /// Watches under way: rounds wait until they are answered.
    var watching = 0
    /// Threads whose counts are due though no round brought them.
    var owesCounts: Set<ThreadID> = []

    init(id: UInt64, connection: any LiveConnection, metrics: Metrics) {
        self.id = id
        self.metrics = metrics
        self.connection = connection
    }

    /// Whether a live message may go out now, or the connection has enough to swallow.
    var hasRoom: Bool { connection.hasRoom }

    /// Sees what everybody sees.
    var blocksNobody: Bool { presence?.blocks.isEmpty ?? true }

    func send(_ frame: SharedFrame, _ kind: LiveKind) {
        metrics.sent(kind, bytes: frame.count)
        connection.send(frame)
    }

    func end(_ reason: CloseReason) { connection.close(reason) }

    func watchesCounts(of thread: LiveThread) -> Bool {
        if watches.contains(thread.id) { return true }
        guard watchesAll else { return false }
        guard let author = thread.numbers?.author, let presence else { return true }
        return !presence.blocks.contains(author)
    }
}
