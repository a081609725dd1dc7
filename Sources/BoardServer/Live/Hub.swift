import BoardCore
import BoardProtocol
import BoardSQL
import WebSockets

/// Tells connections what changed: to those who joined a thread every change, to those who watch the newest counts.
///
/// Fed by the outcomes of this process's commits and by hints of the others'. It keeps the number up to which each live
/// thread is known; a change that continues it is told, on anything else what is missing is read from the database. That
/// one rule serves other processes, lost notifications, slow readers and returning clients alike.
final class Hub {
    let database: Database
    let loop: Loop
    private let metrics: Metrics
    /// This process's name in notifications.
    private let origin: String

    var threads: [ThreadID: LiveThread] = [:]
    var subscribers: [UInt64: Subscriber] = [:]
    var presences: [AccountID: Presence] = [:]
    /// Those who watch all counts.
    var allWatchers: [UInt64: Subscriber] = [:]

    /// Changes to be taken at the end of this turn.
    private var incoming: [Change] = []
    /// Changes of our own commits whose notification has not come back yet.
    ///
    /// Notifications come in the order of commits: once our own is here, every block that was made before it, in whichever
    /// process, has been heard of too, and nothing is told to somebody who had blocked its author by then.
    private var held: [Change] = []
    /// Nothing is heard from other processes: members are told nothing until their blocks have been read again.
    private(set) var isDeaf = true
    /// Threads of which those who joined may have to hear.
    var unsentJoins: Set<ThreadID> = []
    /// Connections that can take again what they may have missed of joined threads.
    var ready: [UInt64: Subscriber] = [:]
    /// Threads of which those who watch have to hear in the next round.
    var unsentCounts: Set<ThreadID> = []
    /// Connections that could not be told when it was their turn.
    var lagging: [UInt64: Subscriber] = [:]
    /// Some of them may be told now.
    var retriesLagging = false
    var round: UInt64 = 1
    /// Whoever lags behind from now on has been told of every round up to this one.
    var toldRound: UInt64 = 1
    /// The oldest round of which something has been forgotten.
    var forgottenRound: UInt64 = 0

    private var isScheduled = false
    private var joinsPace = Pace(atLeastMs: 0)
    private var countsPace = Pace(atLeastMs: 50)
    private lazy var timer = loop.timer { [unowned self] in flush() }

    init(database: Database, loop: Loop, origin: String, metrics: Metrics) {
        self.metrics = metrics
        self.database = database
        self.loop = loop
        self.origin = origin
    }

    /// Which session a connection is on, and its new role: only the server knows the connections themselves.
    var sessionOf: (UInt64) -> SessionID? = { _ in nil }
    var onRoleChanged: (UInt64, Role) -> Void = { _, _ in }

    // MARK: Connections

    func add(_ connection: any LiveConnection, id: UInt64) -> Subscriber {
        let subscriber = Subscriber(id: id, connection: connection, metrics: metrics)
        subscribers[id] = subscriber
        return subscriber
    }

    func remove(_ subscriber: Subscriber) {
        for id in subscriber.joins.keys { leave(id, subscriber) }
        unwatch(nil, subscriber)
        setPresence(nil, of: subscriber)
        lagging[subscriber.id] = nil
        ready[subscriber.id] = nil
        subscribers[subscriber.id] = nil
    }

    /// The connection's queue is empty: what it missed is due now.
    func drained(_ subscriber: Subscriber) {
        if !subscriber.joins.isEmpty { ready[subscriber.id] = subscriber }
        if !subscriber.isCurrent { retriesLagging = true }
        schedule()
    }

    // MARK: What happened

    /// Takes what a commit of this process changed.
    ///
    /// Told at the end of the turn.
    func publish(_ changes: [Change]) {
        guard !changes.isEmpty else { return }
        if isDeaf {
            incoming += changes
        } else {
            incoming += changes.filter { ownHints[$0.threadId] ?? 0 >= $0.seq }
            held += changes.filter { ownHints[$0.threadId] ?? 0 < $0.seq }
            if !held.isEmpty { startOwnHintsTimer() }
        }
        schedule()
    }

    /// Takes the held changes that an own notification, or having waited long enough, lets go.
    private func release(where isDue: (Change) -> Bool) {
        guard !held.isEmpty else { return }
        incoming += held.filter(isDue)
        held.removeAll(where: isDue)
        schedule()
    }

    /// Takes a hint of some process.
    func hear(_ message: BusMessage) {
        // Before anything that was committed after it is told: the account may have blocked somebody.
        for account in message.accounts {
            presences[account]?.isBehind = true
            reload(account)
        }
        if message.origin == origin {
            // Our own commits tell themselves; only an outcome that got lost leaves something to look for.
            if !message.threads.isEmpty { startOwnHintsTimer() }
            for (id, seq) in message.threads { ownHints[id] = max(seq, ownHints[id] ?? 0) }
            release { ownHints[$0.threadId] ?? 0 >= $0.seq }
        } else {
            look(at: message.threads.filter { threads[$0.id] != nil || !allWatchers.isEmpty })
        }
        guard message.origin != origin else { return }
        for like in message.likes {
            let notice = PostLiked(postId: like.post, threadId: like.thread, liked: like.liked)
            liked(notice, by: like.member, on: nil)
        }
        for read in message.reads { self.read(read.notice, by: read.member, on: nil) }
    }

    /// The database has another history: nothing that is known of threads is good, and nobody has joined any.
    func forgetHistory() {
        threads = [:]
        incoming = []
        held = []
        unsentJoins = []
        unsentCounts = []
        ownHints = [:]
        lagging = [:]
        ready = [:]
        allWatchers = [:]
        for subscriber in subscribers.values {
            subscriber.joins = [:]
            subscriber.watches = []
            subscriber.owesCounts = []
            subscriber.watchesAll = false
            subscriber.isCurrent = true
        }
    }

    /// How far our own notifications said threads are, to be checked in a moment.
    private var ownHints: [ThreadID: Int64] = [:]
    private lazy var ownHintsTimer = loop.timer { [unowned self] in
        let hints = ownHints.map { (id: $0.key, seq: $0.value) }
        ownHints = [:]
        isHinted = false
        release { _ in true }
        look(at: hints.filter { threads[$0.id] != nil })
    }
    private var isHinted = false

    private func startOwnHintsTimer() {
        guard !isHinted else { return }
        isHinted = true
        ownHintsTimer.start(afterMs: 100)
    }

    /// The listening connection is lost.
    func deafen() {
        isDeaf = true
        release { _ in true }
    }

    private func look(at hints: [(id: ThreadID, seq: Int64)]) {
        for (id, seq) in hints {
            guard let thread = threads[id] ?? (allWatchers.isEmpty ? nil : live(id)) else { continue }
            thread.wanted = max(thread.wanted, seq)
            // A reading for one connection may have been faster than the hint for all the others.
            if thread.isBehind { readMissing(thread) } else { moved(thread) }
        }
    }

    /// Other processes are heard again.
    func hearAgain(afterSeconds seconds: Int64) {
        isDeaf = false
        heardNothing(forSeconds: seconds)
    }

    /// Notifications may have been lost for so long: every live thread is looked at, and for those who watch all counts
    /// every thread that changed meanwhile.
    func heardNothing(forSeconds seconds: Int64) {
        for presence in presences.values { presence.isBehind = true }
        readStates(of: threads.keys.sorted())
        for thread in threads.values where !thread.joined.isEmpty { unsentJoins.insert(thread.id) }
        retriesLagging = true
        schedule()
        for account in presences.keys { reload(account) }
        if !allWatchers.isEmpty { readMoved(seconds: seconds + 60, after: 0) }
    }

    private func readMoved(seconds: Int64, after: Int64) {
        let page: Int64 = 1_000
        read(Call(.threadsMoved, .int(seconds), .int(after), .int(page))) { [weak self] result in
            guard let self, case .success(let rows) = result else { return }
            look(at: rows.map { (ThreadID(rawValue: $0.int64("id")), $0.int64("seq")) })
            if rows.count == page, let last = rows.last {
                readMoved(seconds: seconds, after: last.int64("id"))
            }
        }
    }

    // MARK: Threads

    /// The thread's entry, made if need be.
    func live(_ id: ThreadID) -> LiveThread {
        if let thread = threads[id] { return thread }
        let thread = LiveThread(id: id)
        threads[id] = thread
        if threads.count > Hub.threadLimit { forgetOldThreads(but: id) }
        return thread
    }

    /// Drops the entry when nobody needs it any more.
    func release(_ thread: LiveThread) {
        if thread.joined.isEmpty, thread.pins == 0 { thread.forgetTail() }
        if thread.isUnused, allWatchers.isEmpty { threads[thread.id] = nil }
    }

    /// Entries kept for those who watch all counts and fell behind.
    private static let threadLimit = 100_000

    /// Forgets the longest unmoved threads that nobody asked for by name; who was not told of them begins anew.
    private func forgetOldThreads(but new: ThreadID) {
        let unused = threads.values.filter { $0.isUnused && $0.id != new }.sorted { $0.round < $1.round }
        for thread in unused.prefix(Hub.threadLimit / 10) {
            forgottenRound = max(forgottenRound, thread.round)
            threads[thread.id] = nil
        }
    }

    /// A reading failed: everything is looked at again in a moment.
    var isRecovering = false
    lazy var recovery = loop.timer { [unowned self] in
        isRecovering = false
        heardNothing(forSeconds: 60)
    }

    // MARK: Telling

    /// The thread moved: it is told in this turn, or when its round comes.
    func moved(_ thread: LiveThread) {
        if !thread.joined.isEmpty { unsentJoins.insert(thread.id) }
        if !thread.watchers.isEmpty || !allWatchers.isEmpty { unsentCounts.insert(thread.id) }
        schedule()
    }

    func schedule() {
        guard !isScheduled else { return }
        isScheduled = true
        loop.beforeWaiting { [weak self] in
            guard let self else { return }
            isScheduled = false
            flush()
        }
    }

    private func takeIncoming() {
        let changes = incoming.sorted { ($0.threadId, $0.seq) < ($1.threadId, $1.seq) }
        incoming = []
        for change in changes {
            guard let thread = threads[change.threadId] ?? (allWatchers.isEmpty ? nil : live(change.threadId))
            else {
                continue
            }
            switch thread.accept(change) {
            // An old one may still be news to those who watch: somebody's reading can have brought the numbers before it.
            case .taken, .old: moved(thread)
            case .gap: readMissing(thread)
            }
        }
    }

    private func flush() {
        takeIncoming()
        let now = loop.now
        var waits: [Int64] = []
        if !unsentJoins.isEmpty || !ready.isEmpty {
            if let wait = joinsPace.wait(at: now) {
                waits.append(wait)
            } else {
                joinsPace.measure(loop, tellJoined)
            }
        }
        if !unsentCounts.isEmpty || retriesLagging {
            if let wait = countsPace.wait(at: now) {
                waits.append(wait)
            } else {
                countsPace.measure(loop, tellCounts)
            }
        }
        if let wait = waits.min() { timer.start(afterMs: Int(wait)) }
    }
}

/// How soon the next round of sending may begin: at once when idle, else after as long as the last one took.
struct Pace {
    let atLeastMs: Int64
    private var next: Int64 = 0

    init(atLeastMs: Int64) { self.atLeastMs = atLeastMs }

    /// Milliseconds to wait; nil for none.
    func wait(at now: Int64) -> Int64? { now >= next ? nil : next - now }

    mutating func measure(_ loop: Loop, _ work: () -> Void) {
        let start = loop.now
        work()
        let end = loop.now
        next = end + max(atLeastMs, min(end - start, 1_000))
    }
}
