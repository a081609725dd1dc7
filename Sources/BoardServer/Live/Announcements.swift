import BoardCore
import BoardProtocol
import BoardSQL

/// Tells everybody what admins announce: each announcement once, also one whose notification was lost.
final class Announcements {
    private static let remembered = 1_000

    private let hub: Hub
    /// Nothing is missed before the first connection can be here.
    private var hasBegun = false
    private var told: Set<Int64> = []

    init(hub: Hub) { self.hub = hub }

    /// Reads and tells one that a process sent.
    func read(_ id: Int64) { read(id, ofSeconds: 3_600) }

    /// The bus was deaf for so long at most.
    func readMissed(ofSeconds seconds: Int64) {
        if hasBegun { read(nil, ofSeconds: seconds + 5) }
        hasBegun = true
    }

    private func read(_ id: Int64?, ofSeconds seconds: Int64) {
        hub.read(Call(.noticeRead, .optional(id), .int(seconds))) { [weak self] result in
            guard let self, case .success(let rows) = result else { return }
            for row in rows { tell(row.int64("id"), row.text("text")) }
        }
    }

    private func tell(_ id: Int64, _ text: String) {
        guard told.insert(id).inserted else { return }
        if told.count > Announcements.remembered, let oldest = told.min() { told.remove(oldest) }
        let notice = Announcement(text: text)
        let frame = Outgoing.frame(Outgoing.notification(Announcement.method, params: notice))
        for subscriber in hub.subscribers.values where subscriber.hasRoom {
            subscriber.send(frame, .announcement)
        }
    }
}
