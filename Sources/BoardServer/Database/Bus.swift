import BoardProtocol
import BoardSQL
import Postgres
import WebSockets

/// Hears what other processes wrote (LISTEN/NOTIFY).
///
/// Only a hint: losing it costs time, never a change.
final class Bus {
    /// How often the listening connection proves that it hears, and how long the proof may take.
    private static let pingEveryMs = 10_000
    private static let pingTimeoutMs = 5_000

    var onMessage: (BusMessage) -> Void = { _ in }
    /// Hears again after having been deaf for so many seconds at most.
    var onBack: (_ deafSeconds: Int64) -> Void = { _ in }

    /// Hears nothing any more.
    var onDeaf: () -> Void = {}

    private let link: DatabaseLink
    private let loop: Loop
    private var lastHeard: Int64
    private lazy var timer = loop.timer { [unowned self] in ping() }
    private lazy var deadline = loop.timer { [unowned self] in giveUp() }

    init(link: DatabaseLink, loop: Loop) {
        self.link = link
        self.loop = loop
        lastHeard = loop.now
        let ready = link.onReady
        link.onReady = { [unowned self] epoch in
            ready(epoch)
            back()
        }
        let lost = link.onLost
        link.onLost = { [unowned self] error in
            onDeaf()
            lost(error)
        }
        link.onNotification = { [unowned self] payload in onMessage(BusMessage(payload)) }
    }

    func start() { timer.start(afterMs: Bus.pingEveryMs, everyMs: Bus.pingEveryMs) }

    func stop() {
        timer.cancel()
        deadline.cancel()
    }

    private func back() {
        deadline.cancel()
        let deaf = (loop.now - lastHeard) / 1_000 + 1
        lastHeard = loop.now
        // At the start too: requests are served as soon as writing and reading can be, perhaps before this.
        onBack(deaf)
    }

    private func ping() {
        guard let connection = link.connection else { return }
        deadline.start(afterMs: Bus.pingTimeoutMs)
        connection.run([StatementCall(.busPing, [])]) { [unowned self] result in
            guard case .success = result else { return }
            deadline.cancel()
            lastHeard = loop.now
        }
    }

    /// A connection that does not answer is as good as none.
    private func giveUp() {
        onDeaf()
        link.stop()
        link.start()
    }
}
