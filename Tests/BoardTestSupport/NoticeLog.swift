import BoardClient

/// What a test client was told and no test has asked for yet.
actor NoticeLog {
    private(set) var unread: [ServerNotice] = []
    private var ending: ConnectionLost?
    private var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    private var lastTicket: UInt64 = 0

    func add(_ notice: ServerNotice) {
        unread.append(notice)
        wake()
    }

    func end(_ lost: ConnectionLost) {
        ending = lost
        wake()
    }

    /// Takes out the first notice that `pick` wants, waiting for it; the others stay.
    func next<Value: Sendable>(_ pick: @Sendable (ServerNotice) -> Value?) async throws -> Value {
        while true {
            try Task.checkCancellation()
            if let value = takeUnread(pick) { return value }
            if let ending { throw ending }
            await change()
        }
    }

    /// Takes out the first notice that `pick` wants, if it has come already.
    func takeUnread<Value: Sendable>(_ pick: @Sendable (ServerNotice) -> Value?) -> Value? {
        for index in unread.indices {
            guard let value = pick(unread[index]) else { continue }
            unread.remove(at: index)
            return value
        }
        return nil
    }

    /// Waits for the connection's end.
    func end() async throws -> ConnectionLost {
        while true {
            try Task.checkCancellation()
            if let ending { return ending }
            await change()
        }
    }

    private func change() async {
        lastTicket += 1
        let ticket = lastTicket
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiters[ticket] = $0 }
        } onCancel: {
            Task { await self.wake(ticket) }
        }
    }

    private func wake(_ ticket: UInt64) { waiters.removeValue(forKey: ticket)?.resume() }

    private func wake() {
        let all = waiters
        waiters = [:]
        for waiter in all.values { waiter.resume() }
    }
}
