import BoardCore
import BoardSQL
import WebSockets

/// What a process does for the board by itself, once a minute: goes on with what a crash broke off between two steps, and
/// lets go what has been kept long enough.
final class Chores {
    private static let everyMs = 60_000
    private static let firstAfterMs = 5_000

    var onEffect: (Effect) -> Void = { _ in }

    private let writer: Writer
    private let database: Database
    private let hub: Hub
    private let retention: Retention
    private let loop: Loop
    /// By their plans: none is begun twice at a time.
    private var underWay: Set<String> = []
    private lazy var timer = loop.timer { [unowned self] in begin() }

    init(writer: Writer, database: Database, hub: Hub, retention: Retention, loop: Loop) {
        self.writer = writer
        self.database = database
        self.hub = hub
        self.retention = retention
        self.loop = loop
    }

    func start() { timer.start(afterMs: Chores.firstAfterMs, everyMs: Chores.everyMs) }

    private func begin() {
        writer.submit(Call(.ratesForget), of: 0) { _ in }
        for call in BrokenOffChores.calls {
            database.read(call) { [weak self] result in
                guard let self, case .success(let rows) = result else { return }
                for chore in rows.map(BrokenOffChores.chore) { begin(chore) }
            }
        }
        begin(retention)
    }

    private func begin(_ chore: any BoardChore) {
        guard underWay.insert("\(chore)").inserted else { return }
        go(on: chore, with: chore.plan)
    }

    private func go(on chore: any BoardChore, with step: Call) {
        writer.submit(step, of: 0) { [weak self] result in
            guard let self else { return }
            guard case .success(let rows) = result, let outcome = try? chore.outcome(of: rows) else {
                // The next round tries again.
                underWay.remove("\(chore)")
                return
            }
            hub.publish(outcome.changes)
            for effect in outcome.effects { onEffect(effect) }
            guard let next = outcome.next else {
                underWay.remove("\(chore)")
                return
            }
            go(on: chore, with: next)
        }
    }
}
