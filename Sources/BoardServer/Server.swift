import BoardCore
import BoardProtocol
import BoardSQL
internal import Glibc
import Postgres
import WebSockets

/// One serving process: a loop with its listener, its database connections and all that hangs on them.
///
/// Everything runs on the thread that calls ``run()``; ``Handle`` is how other threads end it.
public final class Server {
    /// For other threads: asks the server to go.
    public struct Handle: Sendable {
        fileprivate let drain: LoopReply<Void>

        /// Drains: no new connections, writes under way are answered, 1001 to all; then `run()` returns.
        public func stop() { drain(()) }
    }

    /// How long the server waits for the database before it listens all the same.
    private static let patienceMs = 3_000
    /// How long a drain may take.
    private static let drainMs = 8_000

    private let config: Config
    private let log: Log
    private let loop: Loop
    private let pool: WorkerPool
    private let migrations: WorkerPool
    private let database: Database
    private let bus: Bus
    private let writer: Writer
    private let hub: Hub
    private let announcements: Announcements
    /// This process's name among the others.
    private let origin: String
    private let chores: Chores
    private let dispatcher: Dispatcher
    private let vault: Vault
    private let metrics = Metrics()
    private let doorman: Doorman
    private let door: Door
    private var listener: Listener?
    private var isDraining = false
    private var failure: (any Error)?
    private var migrationTrouble: PostgresError?
    private var hasHeard = false
    private let onListening: (Int) -> Void
    private lazy var patience = loop.timer { [unowned self] in listen() }
    private lazy var drainLimit = loop.timer { [unowned self] in loop.stop() }
    private lazy var drainCheck = loop.timer { [unowned self] in endWhenDrained() }
    private lazy var migrateAgain = loop.timer { [unowned self] in migrate() }
    private lazy var repeatCrowds = loop.timer { [unowned self] in door.repeatCrowds() }

    /// - Parameter onListening: told the port, once, when connections are taken.
    public init(_ config: Config, onListening: @escaping (Int) -> Void) throws {
        self.config = config
        self.onListening = onListening
        log = Log(level: config.logLevel)
        vault = try Vault(appKey: config.appKey)
        loop = try Loop()
        // Hashing takes a tenth of a second and 64 MiB; two at a time leave the loop its share.
        pool = try WorkerPool(threads: 2, queueLimit: 64)
        migrations = try WorkerPool(threads: 1, queueLimit: 1)
        origin = String(vault.token().prefix(12))
        database = Database(
            conninfo: config.databaseURL, origin: origin, loop: loop, log: log, metrics: metrics)
        bus = Bus(link: database.bus, loop: loop)
        writer = Writer(link: database.writer, loop: loop, log: log, metrics: metrics)
        hub = Hub(database: database, loop: loop, origin: origin, metrics: metrics)
        announcements = Announcements(hub: hub)
        chores = Chores(
            writer: writer, database: database, hub: hub, retention: Retention(keep: config.deletedKeep),
            loop: loop)
        dispatcher = Dispatcher(
            hub: hub, database: database, writer: writer, pool: pool, vault: vault, loop: loop, log: log,
            metrics: metrics)
        let gate = Gate(config)
        doorman = Doorman(gate: gate, database: database, vault: vault)
        door = Door(
            gate: gate, doorman: doorman, loop: loop, database: database, dispatcher: dispatcher,
            metrics: metrics, log: log)
        connect()
    }

    private func connect() {
        bus.onMessage = { [unowned self] message in hear(message) }
        bus.onDeaf = { [unowned self] in
            if !hub.isDeaf { metrics.deafPeriods += 1 }
            hub.deafen()
        }
        bus.onBack = { [unowned self] seconds in
            hub.hearAgain(afterSeconds: seconds)
            announcements.readMissed(ofSeconds: seconds)
            if hasHeard { checkSessions() }
            hasHeard = true
        }
        doorman.onStale = { [unowned self] session in touch(session) }
        door.onCrowd = { [unowned self] address, count in tellOthers("c\(count):\(address)") }
        dispatcher.onReads = { [unowned self] turns, key in
            tellOthers("q\(turns):\(key)")
        }
        chores.onEffect = { [unowned self] effect in apply(effect, nil) }
        dispatcher.onEffect = { [unowned self] effect, caller in apply(effect, caller) }
        hub.sessionOf = { [unowned self] id in door.sessions[id]?.settledSession() }
        hub.onRoleChanged = { [unowned self] id, role in door.sessions[id]?.take(role) }
        metrics.readings = { [unowned self] in readings }
        database.onEpochChanged = { [unowned self] in
            hub.forgetHistory()
            door.closeAll(.otherHistory)
        }
        database.onReadyChanged = { [unowned self] isReady in
            log.info("database", [.detail: isReady ? "ready" : "away"])
            guard isReady else { return }
            listen()
            hub.heardNothing(forSeconds: 60)
        }
    }

    private var readings: Metrics.Readings {
        Metrics.Readings(
            connections: door.sessions.count, httpConnections: listener?.otherConnections ?? 0,
            isReady: database.isReady, readyLinks: database.readyLinks, waitingWrites: writer.waiting,
            waitingPasswords: pool.waiting)
    }

    public var handle: Handle {
        Handle(drain: loop.reply { [weak self] (_: Void) in self?.drain() })
    }

    /// Serves until it is asked to go; throws what kept it from listening.
    public func run() throws {
        patience.start(afterMs: Server.patienceMs)
        migrate()
        loop.run()
        log.info("stopping")
        bus.stop()
        database.stop()
        pool.shutdown()
        migrations.shutdown()
        loop.close()
        if let failure { throw failure }
    }

    // MARK: Starting

    /// Brings the schema up to date, then connects.
    ///
    /// While there is no database it is tried again and again.
    private func migrate() {
        let conninfo = config.databaseURL
        let log = log
        let reply = loop.reply { [unowned self] (result: Result<Int, PostgresError>) in migrated(result) }
        let isAccepted = migrations.submit {
            reply(
                Result { () throws(PostgresError) in
                    try Migrator(conninfo: conninfo).run(
                        migrations: Migration.all, waitingForLock: { log.info("another process migrates") }
                    ).count
                })
        }
        if !isAccepted { migrateAgain.start(afterMs: 1_000) }
    }

    /// A connection that was made anew may lead through something else than the one before.
    private func checkSessions() {
        let conninfo = config.databaseURL
        let reply = loop.reply { [unowned self] (isPooled: Bool) in
            guard isPooled, !isDraining else { return }
            bus.stop()
            database.suspend()
            migrated(.failure(.pooled))
        }
        _ = migrations.submit { reply(Migrator(conninfo: conninfo).isPooled) }
    }

    private func migrated(_ result: Result<Int, PostgresError>) {
        switch result {
        case .success(let count):
            door.obstacle = nil
            migrationTrouble = nil
            if count > 0 { log.info("migrated", [.number: String(count)]) }
            database.start()
            bus.start()
            chores.start()
            repeatCrowds.start(afterMs: 60_000, everyMs: 60_000)
        case .failure(let error):
            // The same trouble is told once, however often it is met.
            if error != migrationTrouble { log.error("database refused", [.error: error.description]) }
            door.obstacle = error == .pooled ? error.message : nil
            migrationTrouble = error
            listen()
            migrateAgain.start(afterMs: error.isConnectionLost ? 500 : 5_000)
        }
    }

    private func listen() {
        patience.cancel()
        guard listener == nil, !isDraining else { return }
        var options = ListenerOptions()
        options.host = config.host
        options.port = config.port
        options.maxMessageBytes = Limits.current.messageBytes
        options.maxBodyBytes = Limits.current.messageBytes
        // The rest is for the database, and for what the system itself wants to open.
        options.maxConnections = max(64, loop.fileLimit - 128)
        options.tlsCertificate = config.tlsCertificate
        options.tlsKey = config.tlsKey
        do {
            let listener = try Listener(loop: loop, options: options, delegate: door)
            listener.groupOf = { [door] in door.group(of: $0) }
            self.listener = listener
            log.info("listening", [.address: config.host, .number: String(listener.port)])
            onListening(listener.port)
        } catch {
            failure = error
            loop.stop()
        }
    }

    // MARK: Effects

    private func apply(_ effect: Effect, _ caller: (any Caller)?) {
        switch effect {
        case .signedIn(let member):
            caller?.signIn(member)
            if member.isStale, let id = member.sessionId { touch(id) }
        case .signedOut:
            caller?.signOut()
        case .sessionMoved(let id):
            caller?.move(to: id)
        case .sessionsEnded(let ended):
            let ended = Set(ended)
            for other in door.sessions.values where other !== caller {
                if let id = other.viewer.sessionId, ended.contains(id) { other.close(.sessionEnded) }
            }
        case .accountChanged(let account):
            hub.reload(account)
        case .blockChanged(let member, let blocked, let isBlocked, let version):
            hub.blockChanged(member: member, blocked: blocked, isBlocked: isBlocked, version: version)
        case .liked(let post, let thread, let liked):
            guard let caller else { return }
            let notice = PostLiked(postId: post, threadId: thread, liked: liked)
            hub.liked(notice, by: caller.viewer.accountId, on: caller.id)
        case .read(let notice):
            hub.read(notice, by: caller?.viewer.accountId, on: caller?.id)
        case .epochRenewed:
            readEpoch()
        }
    }

    private func touch(_ session: SessionID) {
        writer.submit(Call(.sessionTouch, .int(session.rawValue)), of: 0) { _ in }
    }

    private func hear(_ message: BusMessage) {
        metrics.notifications += 1
        hub.hear(message)
        if message.renewsEpoch { readEpoch() }
        for notice in message.notices { announcements.read(notice) }
        for question in message.questions { answer(question) }
        guard message.origin != origin else { return }
        message.turns.forEach(dispatcher.charge)
        for crowd in message.crowds { door.hear(crowd, of: message.origin) }
    }

    /// Tells other processes what this one counts, so that limits hold across them.
    private func tellOthers(_ words: String) {
        writer.submit(Call(.busTell, .text(origin), .text(words)), of: 0) { _ in }
    }

    private func answer(_ question: BusMessage.Question) {
        let present = hub.present(in: question.thread)
        writer.submit(
            Call(
                .whoAnswer, .int(question.request), .text(origin),
                .array(present.members.map { .int($0.rawValue) }), .int(Int64(present.guests))), of: 0
        ) { _ in }
    }

    private func readEpoch() {
        database.read(Call(.epochRead)) { [weak self] result in
            guard let self, case .success(let rows) = result, let row = rows.first else { return }
            database.sees(epoch: row.text("epoch"))
        }
    }

    // MARK: Ending

    private func drain() {
        guard !isDraining else { return }
        isDraining = true
        log.info("draining", [.sessions: String(door.sessions.count)])
        dispatcher.isDraining = true
        door.isDraining = true
        listener?.stopAccepting()
        migrateAgain.cancel()
        patience.cancel()
        drainLimit.start(afterMs: Server.drainMs)
        drainCheck.start(afterMs: 10, everyMs: 20)
    }

    private var hasToldAll = false

    private func endWhenDrained() {
        guard dispatcher.underWay == 0, writer.isIdle else { return }
        if !hasToldAll {
            hasToldAll = true
            door.closeAll(.goingAway)
        }
        if door.sessions.isEmpty, listener?.answering ?? 0 == 0 { loop.stop() }
    }
}
