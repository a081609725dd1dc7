import BoardClient
import BoardProtocol
import BoardTestSupport

extension RandomHistory {
    /// One thing that happens, or some at once.
    func step() async throws {
        let here = present
        guard let seat = here.randomElement(using: &random) else { return try await comeBack(0) }
        if shape.losesBus, isChance(20) { try await board.cutBus() }
        switch Int.random(in: 0..<100, using: &random) {
        case ..<45: try await act([(seat, randomAction(by: seat))])
        case ..<67: try await burst()
        case ..<74: await drop(seat)
        case ..<84: try await returnSomebody()
        case ..<88: try await joinOrLeave(seat)
        case ..<91: try await watchOrNot(seat)
        case ..<95: try await changeAccount(seat)
        case ..<96: try await leaveTheBoard(seat)
        default: break
        }
        for seat in present where isChance(60) { try await settle(seat) }
    }

    private func settle(_ seat: Int) async throws {
        try await seats[seat].client.settle()
    }

    // MARK: At once

    /// Several members act at once, on what does not get in each other's way, while somebody reads or comes back.
    private func burst() async throws {
        var actions: [(seat: Int, action: BoardAction)] = []
        var (read, changed): (Set<BoardAction.Subject>, Set<BoardAction.Subject>) = ([], [])
        for _ in 0..<Int.random(in: 3...10, using: &random) {
            guard let seat = present.randomElement(using: &random) else { break }
            let action = randomAction(by: seat)
            let subjects = action.subjects(for: account(seat), in: model)
            guard changed.isDisjoint(with: subjects.read.union(subjects.changed)),
                read.isDisjoint(with: subjects.changed)
            else { continue }
            read.formUnion(subjects.read)
            changed.formUnion(subjects.changed)
            actions.append((seat, action))
        }
        let busy = Set(actions.map { account($0.seat) })
        guard let other = seats.indices.filter({ !busy.contains(account($0)) }).randomElement(using: &random)
        else { return try await act(actions) }
        let before = model
        async let company: Pages? = accompany(other)
        try await act(actions)
        guard let pages = try await company else { return }
        for fault in pages.faults(before: before, after: model, for: account(other)) { ledger.fault(fault) }
    }

    /// What somebody does while others act; with the pages they read meanwhile.
    private func accompany(_ seat: Int) async throws -> Pages? {
        if seats[seat].isAway {
            try await comeBack(seat)
            return nil
        }
        let client = seats[seat].client
        switch Int.random(in: 0..<4, using: &random) {
        case 0: await drop(seat)
        case 1: try await settle(seat)
        case 2: if let id = model.liveThreadIds.randomElement(using: &random) { try await client.join(id) }
        default:
            let order = ListPosts.Order.allCases.randomElement(using: &random) ?? .newest
            if let id = model.liveThreadIds.randomElement(using: &random) {
                return try await Pages.read(id, in: order, with: client)
            }
        }
        return nil
    }

    // MARK: Coming and going

    private func drop(_ seat: Int) async {
        ledger.note("\(seats[seat].client.label) drops")
        seats[seat].isAway = true
        await seats[seat].client.drop()
    }

    private func returnSomebody() async throws {
        guard let seat = seats.indices.filter({ seats[$0].isAway }).randomElement(using: &random) else {
            return
        }
        try await comeBack(seat)
    }

    private func joinOrLeave(_ seat: Int) async throws {
        guard let id = model.threadIds.randomElement(using: &random) else { return }
        let client = seats[seat].client
        ledger.note("\(client.label) joins or leaves \(id)")
        if await client.follows[id] != nil {
            try await client.leave(id)
        } else if try await client.join(id) != model.liveThreadIds.contains(id) {
            ledger.fault("\(client.label) joined \(id), or did not")
        }
    }

    private func watchOrNot(_ seat: Int) async throws {
        let client = seats[seat].client
        ledger.note("\(client.label) watches, or no more")
        switch Int.random(in: 0..<3, using: &random) {
        case 0: try await client.watch(model.threadIds.shuffled(using: &random).suffix(3))
        case 1: try await client.watchAll()
        default: try await client.unwatch()
        }
    }

    // MARK: Accounts

    /// Logs a connection in as somebody else, or out.
    private func changeAccount(_ seat: Int) async throws {
        let client = seats[seat].client
        let person = Int.random(in: 0..<people.count, using: &random)
        // A session of its own, so that nobody else's ends with it.
        let token = try await board.newSession(of: people[person].id)
        ledger.note("\(client.label) becomes \(people[person].name)")
        try await client.become(
            people[person].id, token: token, blocks: model.blocks(of: people[person].id))
        seats[seat].person = person
        guard isChance(40) else { return }
        ledger.note("\(client.label) logs out")
        try await client.logOut()
        seats[seat].person = nil
    }

    /// A member deletes the account, and registers anew over the same connection.
    private func leaveTheBoard(_ seat: Int) async throws {
        guard let person = seats[seat].person, people[person].mayLeave else { return }
        let (client, gone) = (seats[seat].client, people[person].id)
        ledger.note("\(client.label) deletes the account \(people[person].name)")
        let others = seats.indices.filter { $0 != seat && account($0) == gone }
        for other in others { await seats[other].client.foresee(end: 4001) }
        ledger.forget(gone)
        try await client.deleteAccount(password: TestMember.password)
        model.deleteAccount(gone)
        for other in others {
            let client = seats[other].client
            try await wait(for: "\(client.label) ends") { await client.isAway }
            seats[other].isAway = true
        }
        registered += 1
        let name = "new\(registered)"
        let reply = try await client.register(name, password: TestMember.password)
        model.add(
            .init(
                id: reply.account.id, name: name, role: reply.account.role,
                blocksVersion: reply.blocksVersion))
        people[person] = Person(id: reply.account.id, name: name, token: reply.token, mayLeave: true)
    }

    /// The history has another name: all are closed, and come back to read anew.
    func renewEpoch() async throws {
        for seat in present { await seats[seat].client.foresee(end: 1001) }
        ledger.note("epoch renew")
        let admin = try await board.quickMember("renewer", role: .admin)
        let old = try await admin.client.hello.epoch
        do {
            try await admin.command("epoch renew")
        } catch let lost as ConnectionLost where lost.closeCode == 1001 {
            // The word of it may be faster than the answer.
        }
        for seat in present {
            let client = seats[seat].client
            try await wait(for: "\(client.label) ends", within: .seconds(30)) { await client.isAway }
            seats[seat].isAway = true
        }
        for server in servers {
            // With nobody connected, a server may find out later.
            try await wait(for: "the new epoch", within: .seconds(30)) { [board] in
                try await board.client(on: server).hello.epoch != old
            }
        }
        for seat in seats.indices where isChance(80) { try await comeBack(seat) }
    }

    // MARK: Comparing

    /// Nothing moves any more: everybody reads everything, and what was told must be just that.
    func compare() async throws {
        for seat in present { try await settle(seat) }
        let hearsLikes = !shape.losesBus
        var truths: [AccountID?: ViewerTruth] = [:]
        for (viewer, token) in [(nil, nil)] + people.map({ (Optional($0.id), Optional($0.token)) }) {
            let reader = try await board.client(token: token)
            defer { reader.drop() }
            let limit = Int.random(in: 4...40, using: &random)
            let (truth, differences) = try await model.read(as: viewer, with: reader, limit: limit)
            for difference in differences { ledger.fault("as \(String(describing: viewer)): \(difference)") }
            truths[viewer] = truth
        }
        var patience = Duration.seconds(10)
        for seat in present {
            guard let truth = truths[account(seat)] else { continue }
            let client = seats[seat].client
            var differences: [String] = []
            _ = try await eventually(within: patience) {
                try await client.settle()
                differences = await client.differences(from: truth, hearsLikes: hearsLikes)
                return differences.isEmpty
            }
            for difference in differences { ledger.fault("\(client.label) holds: \(difference)") }
            // One that waited in vain is enough.
            if !differences.isEmpty { patience = .zero }
        }
    }
}
