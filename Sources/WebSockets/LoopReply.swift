/// Where a worker thread hands in its result, once; the completion then runs on the loop.
///
/// A second call does nothing, and so does any call after the loop is closed. Dropped without a
/// call, the completion is let go on the loop.
public struct LoopReply<Value: Sendable>: Sendable {
    private let ticket: LoopReplyTicket

    init(_ ticket: LoopReplyTicket) {
        self.ticket = ticket
    }

    public func callAsFunction(_ value: Value) {
        ticket.inbox.put(.reply(ticket.id, value))
    }
}

/// Keeps a completion's place on the loop for as long as anyone could still call it.
final class LoopReplyTicket: Sendable {
    let inbox: LoopInbox
    let id: UInt64

    init(inbox: LoopInbox, id: UInt64) {
        self.inbox = inbox
        self.id = id
    }

    deinit {
        inbox.put(.forget(id))
    }
}
