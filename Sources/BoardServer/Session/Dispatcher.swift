import BoardCore
import BoardProtocol
import BoardSQL
import Postgres
import WebSockets

/// Carries requests out: decodes, authorizes, asks the database, hands on what changed, answers.
final class Dispatcher {
    /// What a request may run beside; see ``Session``.
    enum Kind { case read, write, alone }

    /// What came of a request; a reply is encoded once its id is known.
    enum Answer {
        case reply((RequestID) -> [UInt8])
        case refusal(Refusal)

        var refusal: Refusal? {
            if case .refusal(let refusal) = self { refusal } else { nil }
        }
    }

    typealias Completion = (Answer) -> Void

    let hub: Hub
    let database: Database
    let writer: Writer
    private let pool: WorkerPool
    private let vault: Vault
    private let loop: Loop
    private let log: Log
    private let metrics: Metrics
    /// No new requests: the server is going away.
    var isDraining = false
    /// Reads, of an account or else of an address.
    private var readTurns = Turns(perSecond: 50, burst: 200)
    /// Requests begun and not yet answered.
    private(set) var underWay = 0
    /// What a commit means for open connections; settled by the server, which knows them.
    var onEffect: (Effect, (any Caller)?) -> Void = { _, _ in }
    /// An account or address has read so often that other processes have to know.
    var onReads: (_ turns: Int64, _ key: String) -> Void = { _, _ in }

    init(
        hub: Hub, database: Database, writer: Writer, pool: WorkerPool, vault: Vault, loop: Loop, log: Log,
        metrics: Metrics
    ) {
        self.hub = hub
        self.database = database
        self.writer = writer
        self.pool = pool
        self.vault = vault
        self.loop = loop
        self.log = log
        self.metrics = metrics
    }

    func kind(of method: String) -> Kind {
        switch Operations.byName[method] {
        case .read: .read
        case .write(let type): type.changesSession ? .alone : .write
        case .secret, .live: .alone
        case nil: .write
        }
    }

    /// Whether a method may change anything but what its own connection is told.
    func changes(_ method: String) -> Bool {
        switch Operations.byName[method] {
        case .write, .secret: true
        case .read, .live, nil: false
        }
    }

    /// Carries one request out for a caller; the completion comes once, at the latest when the database gives up.
    func run(_ request: IncomingRequest, for caller: any Caller, _ completion: @escaping Completion) {
        let start = loop.seconds
        underWay += 1
        let done: Completion = { [unowned self] answer in
            underWay -= 1
            note(answer, to: request.method, seconds: loop.seconds - start)
            completion(answer)
        }
        guard !isDraining else { return done(.refusal(.draining)) }
        guard let method = Operations.byName[request.method] else {
            return done(.refusal(.noSuchMethod))
        }
        do throws(Refusal) {
            switch method {
            case .read(let type):
                try takeReadTurn(caller.viewer)
                try read(try decode(type, request, caller.viewer), caller, done)
            case .write(let type): try write(try decode(type, request, caller.viewer), caller, done)
            case .secret(let type): try secret(try decode(type, request, caller.viewer), caller, done)
            case .live(let type):
                guard caller.listener != nil || type == Ping.self else { throw .noSuchMethod }
                try takeReadTurn(caller.viewer)
                try live(try decode(type, request, caller.viewer), caller, done)
            }
        } catch {
            done(.refusal(error))
        }
    }

    private func note(_ answer: Answer, to method: String, seconds: Double) {
        let reason = answer.refusal?.reason
        metrics.request(method, refusedFor: reason, seconds: seconds)
        if reason == .rateLimited { metrics.turnedAway(by: changes(method) ? .writes : .reads) }
        // A name that there is not may be anything: a password put in the wrong place, for one.
        log.debug(
            "request",
            [
                .method: Operations.byName[method] == nil ? "unknown" : method,
                .outcome: reason?.rawValue ?? "ok", .ms: String(Int(seconds * 1_000)),
            ])
    }

    private func decode<Request: BoardOperation>(
        _ type: Request.Type, _ request: IncomingRequest, _ viewer: Viewer
    ) throws(Refusal) -> Request {
        try type.authorize(viewer)
        return try request.decodeParams(as: type)
    }

    private func takeReadTurn(_ viewer: Viewer) throws(Refusal) {
        guard viewer.isLimited else { return }
        let key = viewer.accountId.map { "account/\($0)" } ?? viewer.address
        switch readTurns.take(key, at: loop.now) {
        case .taken: break
        case .share(let turns): onReads(turns, key)
        case .wait(let ms):
            throw Refusal(.rateLimited, "Too many reads. Wait a moment and try again.", retryAfterMs: ms)
        }
    }

    /// Counts reads that another process let an account or address make.
    func charge(_ turns: BusMessage.Counted) {
        readTurns.charge(turns.key, turns.count, at: loop.now)
    }

    // MARK: The four ways

    private func read<Request: BoardRead>(
        _ request: Request, _ caller: any Caller, _ done: @escaping Completion
    ) throws(Refusal) {
        let viewer = caller.viewer
        database.read(try request.call(for: viewer)) { [unowned self] result in
            done(
                answer(to: Request.method) { () throws(Refusal) in
                    try request.reply(from: try rows(result), to: viewer)
                })
        }
    }

    private func write<Request: BoardWrite>(
        _ request: Request, _ caller: any Caller, _ done: @escaping Completion
    ) throws(Refusal) {
        let viewer = caller.viewer
        submit(try request.call(for: viewer), caller, method: Request.method, done) {
            (rows) throws(Refusal) in
            try request.outcome(of: rows, for: viewer)
        }
    }

    /// Submits a call and, as long as its outcome has a next step, that step; then answers.
    private func submit<Reply: Encodable & Sendable>(
        _ call: Call, _ caller: any Caller, method: String, _ done: @escaping Completion,
        _ outcome: @escaping ([Row]) throws(Refusal) -> Outcome<Reply>
    ) {
        run(call, caller.id) { [unowned self] result in
            var next: (call: Call, pauseMs: Int)?
            let answer = answer(to: method) { () throws(Refusal) in
                let outcome = try outcome(try rows(result))
                hub.publish(outcome.changes)
                for effect in outcome.effects { onEffect(effect, caller) }
                next = outcome.next.map { ($0, outcome.pauseMs) }
                return outcome.reply
            }
            guard let next else { return done(answer) }
            loop.after(ms: next.pauseMs) { [unowned self] in
                submit(next.call, caller, method: method, done, outcome)
            }
        }
    }

    /// Runs a step where it belongs: one that changes nothing does not hold up the writer.
    private func run(_ call: Call, _ session: UInt64, _ completion: @escaping Writer.Completion) {
        guard call.isRead else { return writer.submit(call, of: session, completion) }
        database.read(call) { completion($0.map { Array($0) }) }
    }

    private func secret<Request: BoardSecretWrite>(
        _ request: Request, _ caller: any Caller, _ done: @escaping Completion
    ) throws(Refusal) {
        let viewer = caller.viewer
        guard let lookup = try request.lookup(for: viewer) else {
            return prepare(request, nil, viewer, caller, done)
        }
        database.read(lookup) { [unowned self] result in
            switch result {
            case .success(let rows): prepare(request, rows.first, viewer, caller, done)
            case .failure(let failure): done(.refusal(refusal(for: failure, method: Request.method)))
            }
        }
    }

    private func prepare<Request: BoardSecretWrite>(
        _ request: Request, _ found: Row?, _ viewer: Viewer, _ caller: any Caller,
        _ done: @escaping Completion
    ) {
        let vault = vault
        let proceed = { [unowned self] (prepared: Result<Request.Prepared, Refusal>) in
            switch prepared {
            case .failure(let refusal): done(.refusal(refusal))
            case .success(let prepared): commit(request, prepared, viewer, caller, done)
            }
        }
        guard Request.isSlow else {
            return proceed(Result { () throws(Refusal) in try request.prepare(found, with: vault) })
        }
        let reply = loop.reply(proceed)
        let isAccepted = pool.submit {
            reply(Result { () throws(Refusal) in try request.prepare(found, with: vault) })
        }
        if !isAccepted { done(.refusal(.tooBusy)) }
    }

    private func commit<Request: BoardSecretWrite>(
        _ request: Request, _ prepared: Request.Prepared, _ viewer: Viewer, _ caller: any Caller,
        _ done: @escaping Completion
    ) {
        var prepared = prepared
        do throws(Refusal) {
            guard let call = try request.call(for: viewer, &prepared) else {
                let outcome = try request.outcome(of: [], for: viewer, &prepared)
                return done(.reply { Outgoing.reply($0, result: outcome.reply) })
            }
            submit(call, caller, method: Request.method, done) { (rows) throws(Refusal) in
                try request.outcome(of: rows, for: viewer, &prepared)
            }
        } catch {
            done(.refusal(error))
        }
    }

    private func live(
        _ request: any BoardOperation, _ caller: any Caller, _ done: @escaping Completion
    ) throws(Refusal) {
        guard let subscriber = caller.listener else { return ping(done) }
        switch request {
        case let request as JoinThread:
            hub.join(request, caller.viewer, subscriber) { [unowned self] in
                done(answer(to: JoinThread.method, $0))
            }
        case let request as LeaveThread:
            hub.leave(request.threadId, subscriber)
            done(.reply { Outgoing.reply($0, result: Nothing()) })
        case let request as WatchCounts:
            hub.watch(request, caller.viewer, subscriber) { [unowned self] in
                done(answer(to: WatchCounts.method, $0))
            }
        case let request as UnwatchCounts:
            hub.unwatch(try request.threads(), subscriber)
            done(.reply { Outgoing.reply($0, result: Nothing()) })
        default:
            ping(done)
        }
    }

    private func ping(_ done: @escaping Completion) {
        let time = Clock.now()
        done(.reply { Outgoing.reply($0, result: Ping.Reply(time: time)) })
    }

    // MARK: Answers

    private func rows(_ result: Result<Rows, Database.Failure>) throws(Refusal) -> Rows {
        do { return try result.get() } catch { throw refusal(for: error, method: "") }
    }

    private func rows(_ result: Result<[Row], Database.Failure>) throws(Refusal) -> [Row] {
        do { return try result.get() } catch { throw refusal(for: error, method: "") }
    }

    private func answer<Reply: Encodable>(
        to method: String, _ reply: () throws(Refusal) -> Reply
    ) -> Answer {
        do {
            let reply = try reply()
            return .reply { Outgoing.reply($0, result: reply) }
        } catch {
            return .refusal(error)
        }
    }

    private func answer<Reply: Encodable>(to method: String, _ result: Result<Reply, any Error>) -> Answer {
        switch result {
        case .success(let reply): .reply { Outgoing.reply($0, result: reply) }
        case .failure(let refusal as Refusal): .refusal(refusal)
        case .failure(let failure as Database.Failure): .refusal(self.refusal(for: failure, method: method))
        case .failure: .refusal(Refusal(.internalError, "Something went wrong."))
        }
    }

    private func refusal(for failure: Database.Failure, method: String) -> Refusal {
        switch failure {
        case .away: return .unavailable
        case .refused(let error):
            let id = vault.code()
            log.error("internal error", [.request: id, .error: error.description])
            return Refusal(.internalError, "Something went wrong. The server's log has more.", requestId: id)
        }
    }
}
