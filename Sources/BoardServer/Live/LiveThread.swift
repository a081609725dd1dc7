import BoardCore
import BoardProtocol

/// What the hub knows of one thread that somebody joined or watches.
///
/// Two numbers lead: `seq`, up to which every change is known without a gap (for those who joined), and `numbersSeq`, of
/// which the counts are (for those who watch, who need only the newest).
final class LiveThread {
    /// Changes kept for those who are only a little behind; beyond them the database is read.
    private static let tailLimit = 1_024
    private static let tailBytes = 524_288

    /// A change with its bytes, made once for all who hear of it.
    struct Told {
        var change: Change
        /// The entry of `changes`; empty for a change of the thread itself.
        var bytes: [UInt8]
    }

    let id: ThreadID
    /// Every change up to here is known; nil before the first.
    private(set) var seq: Int64?
    /// The tail holds every change after this number.
    private(set) var tailStart: Int64 = 0
    private(set) var tail: [Told] = []
    private var weight = 0

    /// The newest numbers, and at which `seq` they were so; nil before the first.
    private(set) var numbers: ThreadNumbers?
    private(set) var numbersSeq: Int64 = 0
    private(set) var isDeleted = false
    /// The thread itself, as its last change left it; nil before the first.
    private(set) var head: ThreadSummary?
    /// The number of the last change of the thread itself that is known.
    private var headSeq: Int64 = 0
    /// In which round of counts the thread was last told, and with its head.
    var round: UInt64 = 0
    var headRound: UInt64 = 0
    /// Of which `seq` the numbers were that the last round told.
    var toldSeq: Int64 = 0
    var headIsNew = false

    var tallies = AuthorTallies()

    var joined: [UInt64: Subscriber] = [:]
    var watchers: [UInt64: Subscriber] = [:]
    /// Joins and watches under way.
    var pins = 0
    /// Somewhere the thread is said to be this far; more than is known means that something has to be read.
    var wanted: Int64 = 0
    var isReading = false

    init(id: ThreadID) { self.id = id }

    var isUnused: Bool { joined.isEmpty && watchers.isEmpty && pins == 0 }
    /// Deleted, and every change up to that is known: those who joined can have been told.
    var isOver: Bool { isDeleted && seq ?? 0 >= headSeq }
    var isBehind: Bool { wanted > seq ?? numbersSeq || isMissingTallies }
    /// Something was changed by somebody else, whose posts have to be counted before anybody is told a hidden count.
    private var isMissingTallies: Bool { tallies.areNeeded && tallies.seq < numbersSeq }

    /// What accepting a change came to.
    enum Acceptance { case taken, old, gap }

    /// Takes a change that a commit of this process returned.
    func accept(_ change: Change) -> Acceptance {
        if seq == nil, !joined.isEmpty || pins > 0 { begin(at: change.seq - 1) }
        let hasNewHead = takeNumbers(of: change)
        guard let known = seq else { return isMissingTallies ? .gap : .taken }
        // A reading may have brought the numbers this far already, but not the thread itself.
        if change.seq <= known { return hasNewHead ? .taken : .old }
        guard change.seq == known + 1 else {
            wanted = max(wanted, change.seq)
            return .gap
        }
        append(change)
        seq = change.seq
        return .taken
    }

    /// Takes what the database says has changed after `seq`: `changes` lead without a gap to `reached`.
    func accept(_ catchUp: CatchUp, changes: [Change], reached: Int64) {
        let before = seq ?? 0
        for change in changes where change.seq > before {
            tallies.take(change)
            append(change)
            // Whose post it was is not told any more: whoever blocked that author has to be counted anew.
            if change.author == nil { tallies.lose(upTo: change.seq) }
        }
        tallies.reach(reached)
        if catchUp.hasNewHead(after: before, upTo: reached) {
            // Behind the posts it came among: the tail stays in order.
            let change = Change(
                threadId: id, seq: reached,
                what: catchUp.isDeleted ? .threadDeleted : .thread(catchUp.thread),
                numbers: catchUp.numbers)
            append(change)
            takeHead(of: change, at: catchUp.headSeq)
        }
        if reached == catchUp.threadSeq {
            if catchUp.threadSeq >= numbersSeq { take(catchUp.numbers, at: catchUp.threadSeq) }
        }
        seq = max(before, reached)
    }

    /// Takes the thread as it was read, for those who watch.
    ///
    /// - Parameter changed: the new counts of all whose posts changed since `tallies.seq`, or since some earlier number;
    ///   nil where that was not read, or cannot be told.
    func accept(state: Change, headSeq: Int64, changed: [AuthorPosts]?) {
        if let changed {
            tallies.take(changed, upTo: state.seq)
        } else if state.seq > tallies.seq {
            tallies.lose(upTo: state.seq)
        }
        guard state.seq >= numbersSeq else { return }
        if headSeq > self.headSeq { takeHead(of: state, at: headSeq) }
        guard state.seq > numbersSeq else { return refreshHead() }
        take(state.numbers, at: state.seq)
    }

    /// Takes what was read for somebody who joins; those who watch already have to hear of it too.
    func accept(readForJoin catchUp: CatchUp) {
        if numbers != nil, catchUp.threadSeq > numbersSeq, catchUp.headSeq > headSeq {
            let change = Change(
                threadId: id, seq: catchUp.threadSeq, what: .thread(catchUp.thread), numbers: catchUp.numbers)
            takeHead(of: change, at: catchUp.headSeq)
        }
        accept(catchUp.numbers, at: catchUp.threadSeq)
    }

    /// Takes numbers that were read for somebody who joins or watches.
    func accept(_ numbers: ThreadNumbers, at seq: Int64) {
        guard self.numbers == nil || seq > numbersSeq else { return }
        // Whoever comes first reads the thread itself; later changes of it are told.
        if self.numbers == nil { headSeq = max(headSeq, seq) }
        take(numbers, at: seq)
        if !tallies.areNeeded, tallies.seq < seq { tallies.lose(upTo: seq) }
    }

    /// From here on changes are followed; what came before is in the database.
    func begin(at seq: Int64) {
        self.seq = seq
        if tallies.seq < seq { tallies.lose(upTo: seq) }
        tailStart = seq
        tail = []
        weight = 0
    }

    /// Stops following changes: nobody has joined any more.
    func forgetTail() {
        seq = nil
        tail = []
        weight = 0
    }

    /// The kept changes after a number; nil where the tail does not reach back that far.
    func changes(after seq: Int64) -> ArraySlice<Told>? {
        guard self.seq != nil, seq >= tailStart else { return nil }
        return tail[(tail.firstIndex { $0.change.seq > seq } ?? tail.endIndex)...]
    }

    /// How many of the live posts a member does not see; nil where it has to be read first.
    func hiddenCount(for presence: Presence?) -> Int64? {
        guard let presence, !presence.blocks.isEmpty else { return 0 }
        return tallies.hidden(from: presence.id, blocking: presence.blocks, at: max(numbersSeq, seq ?? 0))
    }

    /// Says whether the thread itself became another one.
    private func takeNumbers(of change: Change) -> Bool {
        tallies.take(change)
        // With nobody to count for, a hole is none.
        if !tallies.areNeeded, tallies.seq < change.seq { tallies.lose(upTo: change.seq) }
        let hasNewHead = change.seq > headSeq && takeHead(of: change, at: change.seq)
        if change.seq > numbersSeq { take(change.numbers, at: change.seq) } else { refreshHead() }
        return hasNewHead
    }

    @discardableResult
    private func takeHead(of change: Change, at seq: Int64) -> Bool {
        switch change.what {
        case .thread(let thread):
            head = thread
            headIsNew = true
            isDeleted = false
        case .threadDeleted:
            isDeleted = true
            headIsNew = false
        case .post, .likes, .postDeleted:
            return false
        }
        headSeq = seq
        return true
    }

    private func take(_ numbers: ThreadNumbers, at seq: Int64) {
        self.numbers = numbers
        numbersSeq = seq
        wanted = max(wanted, seq)
        refreshHead()
    }

    /// The thread as it is told has the newest numbers.
    private func refreshHead() {
        guard let numbers else { return }
        head?.postCount = numbers.postCount
        head?.likeCount = numbers.likeCount
        head?.lastPostAt = numbers.lastPostAt
        head?.seq = numbersSeq
    }

    private func append(_ change: Change) {
        let bytes = change.state.map { state in
            var writer = JSONWriter(capacity: 512)
            writer.ours(state)
            return writer.bytes
        }
        tail.append(Told(change: change, bytes: bytes ?? []))
        weight += bytes?.count ?? 0
        guard tail.count > LiveThread.tailLimit * 2 || weight > LiveThread.tailBytes * 2 else { return }
        trim()
    }

    /// Cuts the tail to half of what it may grow to, so that cutting stays rare.
    private func trim() {
        var kept = tail.count
        var bytes = 0
        while kept > 0, tail.count - kept < LiveThread.tailLimit, bytes < LiveThread.tailBytes {
            kept -= 1
            bytes += tail[kept].bytes.count
        }
        guard kept > 0 else { return }
        tailStart = tail[kept - 1].change.seq
        tail.removeFirst(kept)
        weight = bytes
    }
}

extension JSONWriter {
    /// Writes a value of our own types, which can always be encoded.
    mutating func ours(_ value: some Encodable) {
        do {
            try JSONCoding.encode(value, into: &self)
        } catch {
            preconditionFailure("a type of the protocol cannot be encoded: \(error)")
        }
    }
}
