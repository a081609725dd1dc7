import BoardCore
import BoardProtocol
import BoardSQL

/// Those who joined a thread: every change, once, in order.
extension Hub {
    /// Joins, and answers with what changed since; the completion runs before anything live is sent.
    func join(
        _ request: JoinThread, _ viewer: Viewer, _ subscriber: Subscriber,
        _ completion: @escaping (Result<JoinThread.Reply, any Error>) -> Void
    ) {
        let isNew = subscriber.joins[request.threadId] == nil
        guard !isNew || subscriber.joins.count + subscriber.joining < Limits.current.joins else {
            let limit = Limits.current.joins
            return completion(
                .failure(Refusal(.conflict, "At most \(limit) threads can be joined: leave one.")))
        }
        let call: Call
        do { call = try request.call(for: viewer) } catch { return completion(.failure(error)) }
        subscriber.joining += 1
        let thread = live(request.threadId)
        thread.pins += 1
        database.read(call) { [weak self] result in
            guard let self else { return }
            subscriber.joining -= 1
            thread.pins -= 1
            defer { release(thread) }
            guard subscribers[subscriber.id] != nil else { return }
            let rows: Rows
            switch result {
            case .success(let read): rows = read
            case .failure(let error): return completion(.failure(error))
            }
            do throws(Refusal) {
                var reply = try request.reply(from: rows, epoch: database.epoch)
                hideBlocked(in: &reply.changes, from: subscriber)
                completion(.success(reply))
                if !reply.complete { leave(thread.id, subscriber) }
                if reply.complete, let catchUp = CatchUp(rows) { joined(thread, subscriber, reply, catchUp) }
            } catch {
                completion(.failure(error))
            }
        }
    }

    private func joined(
        _ thread: LiveThread, _ subscriber: Subscriber, _ reply: JoinThread.Reply, _ catchUp: CatchUp
    ) {
        var join = Subscriber.Join(seq: reply.seq, hiddenCount: reply.hiddenCount)
        join.owesHidden = catchUp.blocksVersion != subscriber.presence?.blocksVersion ?? 0
        if let presence = subscriber.presence, catchUp.blocksVersion > presence.blocksVersion {
            presence.isBehind = true
            reload(presence.id)
        }
        subscriber.joins[thread.id] = join
        thread.joined[subscriber.id] = subscriber
        if thread.seq == nil { thread.begin(at: reply.seq) }
        thread.accept(readForJoin: catchUp)
        unsentJoins.insert(thread.id)
        schedule()
        if thread.isBehind { readMissing(thread) }
    }

    /// A post whose author was blocked while the database was read does not slip through.
    private func hideBlocked(in changes: inout [PostState], from subscriber: Subscriber) {
        guard let blocks = subscriber.presence?.blocks, !blocks.isEmpty else { return }
        changes.removeAll { change in
            guard case .live(let post) = change, let author = post.author.id else { return false }
            return blocks.contains(author)
        }
    }

    func leave(_ id: ThreadID, _ subscriber: Subscriber) {
        guard subscriber.joins.removeValue(forKey: id) != nil, let thread = threads[id] else { return }
        thread.joined[subscriber.id] = nil
        release(thread)
    }

    /// Tells everybody who joined one of the moved threads what is new to them.
    func tellJoined() {
        let ids = unsentJoins
        let drained = ready
        unsentJoins = []
        ready = [:]
        var frames: [ThreadID: [Variant: Message]] = [:]
        for id in ids {
            guard let thread = threads[id], thread.seq != nil else { continue }
            for subscriber in thread.joined.values { tell(thread, subscriber, &frames[id, default: [:]]) }
            if thread.isOver { end(thread) }
        }
        for subscriber in drained.values {
            for id in subscriber.joins.keys where !ids.contains(id) {
                guard let thread = threads[id] else { continue }
                tell(thread, subscriber, &frames[id, default: [:]])
                if thread.isOver { end(thread) }
            }
        }
    }

    /// What tells one encoding of a message from another.
    private struct Variant: Hashable {
        var from: Int64
        var hiddenCount: Int64
        /// Authors of these changes whom the viewer blocks.
        var blocked: Set<AccountID>
    }

    /// A message made once for all who get the same, and how far it brings them.
    private struct Message {
        var frame: SharedFrame
        var seq: Int64
    }

    private func tell(_ thread: LiveThread, _ subscriber: Subscriber, _ made: inout [Variant: Message]) {
        guard let seq = thread.seq, seq >= thread.numbersSeq else { return }
        guard var join = subscriber.joins[thread.id], !join.isReading else { return }
        guard join.seq < seq || (join.owesHidden && join.seq == seq) else { return }
        guard subscriber.hasRoom, mayTell(subscriber) else { return }
        guard let hidden = thread.hiddenCount(for: subscriber.presence) else {
            return readAuthors(of: thread, for: subscriber)
        }
        if join.seq == seq, join.hiddenCount == hidden {
            join.owesHidden = false
            subscriber.joins[thread.id] = join
            return
        }
        var variant = Variant(from: join.seq, hiddenCount: hidden, blocked: [])
        // Most see what everybody sees, and what they get is made already.
        var message = subscriber.blocksNobody ? made[variant] : nil
        if message == nil {
            guard let changes = thread.changes(after: join.seq) else { return catchUp(subscriber, thread) }
            variant.blocked = blocked(in: changes, by: subscriber)
            message = made[variant] ?? self.message(thread, changes, variant, seq: seq)
            made[variant] = message
        }
        guard let message else { return }
        subscriber.send(message.frame, .threadChanged)
        subscriber.joins[thread.id] = Subscriber.Join(seq: message.seq, hiddenCount: hidden)
        guard message.seq < seq else { return }
        unsentJoins.insert(thread.id)
        schedule()
    }

    private func blocked(
        in changes: ArraySlice<LiveThread.Told>, by subscriber: Subscriber
    ) -> Set<AccountID> {
        guard let blocks = subscriber.presence?.blocks, !blocks.isEmpty else { return [] }
        return Set(changes.compactMap(\.change.author).filter(blocks.contains))
    }

    /// As many of the changes as one message may hold: at least one.
    private func message(
        _ thread: LiveThread, _ changes: ArraySlice<LiveThread.Told>, _ variant: Variant, seq: Int64
    ) -> Message {
        var bytes = 0
        let part = changes.prefix(Limits.changes).prefix { told in
            let isFirst = bytes == 0
            bytes += told.bytes.count + 1
            return isFirst || bytes <= Limits.pageBytes
        }
        let end = part.count < changes.count ? part.last?.change.seq ?? seq : seq
        return Message(frame: encode(thread, part, variant, seq: end), seq: end)
    }

    private func encode(
        _ thread: LiveThread, _ changes: ArraySlice<LiveThread.Told>, _ variant: Variant, seq: Int64
    ) -> SharedFrame {
        var head: ThreadState?
        var visible: [[UInt8]] = []
        // From the newest on: of each post what it is now, and not what it was in between; likes that are newer than that
        // stand behind it.
        var whole: Set<PostID> = []
        var liked: Set<PostID> = []
        for told in changes.reversed() {
            switch told.change.what {
            case .thread: head = head ?? thread.head.map { .live($0) }
            case .threadDeleted: head = head ?? .deleted(id: thread.id, seq: seq)
            case .post(let post):
                guard whole.insert(post.id).inserted else { continue }
            case .postDeleted(let id):
                guard whole.insert(id).inserted else { continue }
            case .likes(let id, _):
                guard !whole.contains(id), liked.insert(id).inserted else { continue }
            }
            let isHidden = told.change.author.map(variant.blocked.contains) ?? false
            if !told.bytes.isEmpty, !isHidden { visible.append(told.bytes) }
        }
        return ThreadChangedFrame(
            threadId: thread.id, from: variant.from, seq: seq, postCount: thread.numbers?.postCount ?? 0,
            hiddenCount: variant.hiddenCount, thread: head
        ).frame(with: visible.reversed())
    }

    /// The thread is gone and everybody was told: subscriptions end.
    private func end(_ thread: LiveThread) {
        for subscriber in thread.joined.values where subscriber.joins[thread.id]?.seq == thread.seq {
            leave(thread.id, subscriber)
        }
    }

    /// Brings one connection up from the database: it was too slow, or away for longer than the kept changes reach.
    private func catchUp(_ subscriber: Subscriber, _ thread: LiveThread) {
        guard let join = subscriber.joins[thread.id], !join.isReading else { return }
        subscriber.joins[thread.id]?.isReading = true
        let viewer = subscriber.presence.map { Viewer(accountId: $0.id, role: $0.account.role) } ?? .guest
        let call = Call(
            .threadChanges, .int(thread.id.rawValue), .int(join.seq), .optional(viewer.accountId?.rawValue),
            .int(Int64(Limits.changes + 1)))
        read(call) { [weak self] result in
            guard let self, subscriber.joins[thread.id]?.seq == join.seq else { return }
            subscriber.joins[thread.id]?.isReading = false
            guard case .success(let rows) = result, let catchUp = CatchUp(rows, likesAfter: join.seq) else {
                return
            }
            send(catchUp, after: join.seq, to: subscriber, thread)
        }
    }

    private func send(_ catchUp: CatchUp, after seq: Int64, to subscriber: Subscriber, _ thread: LiveThread) {
        let part = catchUp.part(after: seq)
        var state: ThreadState?
        if catchUp.isDeleted {
            state = .deleted(id: thread.id, seq: catchUp.threadSeq)
        } else if catchUp.hasNewHead(after: seq, upTo: part.seq) {
            state = .live(catchUp.thread)
        }
        let blocks = subscriber.presence?.blocks ?? []
        let visible =
            catchUp.isDeleted
            ? []
            : part.changes.filter { change in
                !catchUp.isBlocked(change) && !(change.author.map(blocks.contains) ?? false)
            }
        let message = ThreadChangedFrame(
            threadId: thread.id, from: seq, seq: catchUp.isDeleted ? catchUp.threadSeq : part.seq,
            postCount: catchUp.postCount, hiddenCount: catchUp.hiddenCount, thread: state)
        subscriber.send(message.frame(with: visible.compactMap(\.state).map(encoded)), .threadChanged)
        if catchUp.isDeleted { return leave(thread.id, subscriber) }
        // A block made or lifted during the reading is still due.
        let owesHidden = subscriber.joins[thread.id]?.owesHidden ?? false
        subscriber.joins[thread.id] = Subscriber.Join(
            seq: part.seq, hiddenCount: catchUp.hiddenCount, owesHidden: owesHidden)
        if !part.isWhole || part.seq < thread.seq ?? 0 { unsentJoins.insert(thread.id) }
        schedule()
    }

    private func encoded(_ state: PostState) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.ours(state)
        return writer.bytes
    }
}
