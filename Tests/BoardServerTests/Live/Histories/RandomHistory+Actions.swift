import BoardProtocol
import BoardTestSupport

/// What somebody may come to do next.
extension RandomHistory {
    func isChance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private func some<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &random) }

    func newThread() -> BoardAction {
        .createThread(title: "\(ledger.nextNumber()) thread", category: some([nil, "food", "walks"]) ?? nil)
    }

    /// Something that the seat may or may not be allowed to do.
    func randomAction(by seat: Int) -> BoardAction {
        let me = account(seat)
        // Mostly what is there; sometimes what is not there any more.
        let posts = isChance(90) ? model.livePostIds : model.postIds
        let threads = isChance(90) ? model.liveThreadIds : model.threadIds
        guard let thread = some(threads) else { return newThread() }
        guard let post = some(isChance(70) ? posts.suffix(12) : posts) else { return newPost(in: thread) }
        let own = isChance(75) ? some(model.posts(by: me)) ?? post : post
        switch Int.random(in: 0..<100, using: &random) {
        case ..<4: return newThread()
        case ..<34: return newPost(in: thread)
        case ..<49: return .like(post)
        case ..<56: return .unlike(post)
        case ..<67:
            let number = ledger.nextNumber()
            return .editPost(own, title: isChance(50) ? "t\(number)" : nil, body: "\(number) edited")
        case ..<75: return .deletePost(own)
        case ..<82: return block()
        case ..<84: return .renameThread(thread, title: "\(ledger.nextNumber()) renamed")
        case ..<85: return .deleteThread(thread)
        default: return .command(command(on: thread, post))
        }
    }

    private func newPost(in thread: ThreadID) -> BoardAction {
        let number = ledger.nextNumber()
        return .createPost(
            in: thread, title: isChance(30) ? "t\(number)" : nil,
            body: "\(number)" + String(repeating: " post", count: isChance(5) ? 1_500 : 1),
            replyTo: isChance(25) ? some(model.postIds) : nil)
    }

    private func block() -> BoardAction {
        let person = people[Int.random(in: 0..<people.count, using: &random)]
        return isChance(50) ? .block(person.id) : .unblock(person.id)
    }

    private func command(on thread: ThreadID, _ post: PostID) -> BoardCommand {
        let account = people[Int.random(in: 0..<people.count, using: &random)].id
        switch Int.random(in: 0..<11, using: &random) {
        case 0: return .lock(thread, isChance(40))
        case 1: return .pin(thread, isChance(50))
        case 2: return .rename(thread, "\(ledger.nextNumber()) named anew")
        case 3: return .move(thread, isChance(50) ? "food" : "cars")
        case 4: return .deleteThread(thread)
        case 5: return .deletePost(post)
        case 6, 7: return .restorePost(some(model.deletedPostIds) ?? post)
        case 8: return .restoreThread(some(model.deletedThreadIds) ?? thread)
        case 9: return .suspend(account, isChance(35))
        default: return .role(account, isChance(65) ? .member : .moderator)
        }
    }

    // MARK: Acting

    /// Carries out what commutes, all at once, and then does it to the model.
    func act(_ actions: [(seat: Int, action: BoardAction)]) async throws {
        let before = model
        let names = Dictionary(uniqueKeysWithValues: people.map { ($0.id, $0.name) })
        for (seat, action) in actions {
            ledger.note("\(seats[seat].client.label): \(action)")
            if case .unblock(let id) = action, let me = account(seat) { ledger.willUnblock(id, by: me) }
        }
        let outcomes = try await withThrowingTaskGroup(of: (Int, Result<ActionReceipt, Refusal>).self) {
            group in
            for (index, (seat, action)) in actions.enumerated() {
                let client = seats[seat].client
                group.addTask {
                    do {
                        return (index, .success(try await client.perform(action, names: names)))
                    } catch let refusal as Refusal {
                        return (index, .failure(refusal))
                    }
                }
            }
            var outcomes: [Int: Result<ActionReceipt, Refusal>] = [:]
            for try await (index, outcome) in group { outcomes[index] = outcome }
            return outcomes
        }
        for (index, (seat, action)) in actions.enumerated() {
            guard let outcome = outcomes[index] else { continue }
            let reasons = before.reasons(against: action, by: account(seat))
            try await take(outcome, of: action, by: seat, against: reasons, isAlone: actions.count == 1)
        }
    }

    private func take(
        _ outcome: Result<ActionReceipt, Refusal>, of action: BoardAction, by seat: Int,
        against reasons: Set<Refusal.Reason>, isAlone: Bool
    ) async throws {
        switch outcome {
        case .failure(let refusal):
            guard !reasons.contains(refusal.reason) else { return }
            ledger.fault("\(action) was refused with \(refusal), the model says \(reasons)")
        case .success(let receipt):
            guard reasons.isEmpty, let me = account(seat) else {
                return ledger.fault("\(action) was carried out, the model says \(reasons)")
            }
            model.apply(action, by: me, receipt)
            if isAlone { check(receipt, of: action) }
            switch action {
            case .block(let id): ledger.blocked(id, by: me)
            case .command(let command): if let id = command.account { try await awaitRights(of: id) }
            default: break
            }
        }
    }

    private func check(_ receipt: ActionReceipt, of action: BoardAction) {
        switch action {
        case .like(let id), .unlike(let id):
            guard receipt.likeCount != model.likeCount(of: id) else { return }
            ledger.fault("\(action) was answered with \(receipt), not \(model.likeCount(of: id)) likes")
        case .createPost(let thread, _, _, _): check(receipt, thread)
        case .deletePost(let id): if let thread = model.thread(of: id) { check(receipt, thread) }
        default: break
        }
    }

    private func check(_ receipt: ActionReceipt, _ thread: ThreadID) {
        guard receipt.postCount != model.postCount(of: thread) else { return }
        ledger.fault("\(receipt), not \(model.postCount(of: thread)) posts")
    }

    /// New rights are told to all connections of the account; until then a server may still turn its requests away.
    private func awaitRights(of id: AccountID) async throws {
        guard let member = model.members[id] else { return }
        for seat in present where account(seat) == id {
            let client = seats[seat].client
            try await wait(for: "account.changed at \(client.label)") {
                await client.knows(member.isSuspended ? .suspended : .ok, member.role)
            }
        }
    }
}
