import BoardClient
import BoardProtocol
import BoardTestSupport

/// One board, some members with some connections each, and chance: what they do is done to a model too, and now and then
/// everything is compared.
///
/// Members act at one or several servers. What is acted on together commutes, so that the model needs no order that only
/// the board knows; what does not commute is forced both ways elsewhere (see `RacesTests`).
actor RandomHistory {
    struct Shape: Sendable {
        var servers = 1
        var steps = 100
        /// Steps between two comparisons.
        var stretch = 50
        var renewsEpoch = false
        /// The connection that listens is cut again and again.
        var losesBus = false
    }

    /// A member, and the account that they have now.
    struct Person {
        var id: AccountID
        var name: String
        var token: String
        /// Has a password, and so can delete the account.
        var mayLeave: Bool
    }

    /// A client, and as whom it is connected or would come back; nil for a guest.
    struct Seat {
        let client: StrictClient
        var person: Int?
        var isAway = true
    }

    let board: TestBoard
    let shape: Shape
    let ledger = HistoryLedger()
    var random: SeededGenerator
    var model = BoardModel()
    var people: [Person] = []
    var seats: [Seat] = []
    var registered = 0
    private(set) var servers: [RunningServer?] = [nil]

    init(_ board: TestBoard, _ shape: Shape, seed: UInt64) {
        self.board = board
        self.shape = shape
        random = SeededGenerator(seed: seed)
    }

    /// Faults, and the last actions before them; nothing when all went well.
    func run() async throws -> String? {
        do {
            try await begin()
            for step in 1...shape.steps where ledger.faults.isEmpty {
                try await self.step()
                if step.isMultiple(of: shape.stretch) { try await compare() }
            }
            if ledger.faults.isEmpty, shape.renewsEpoch {
                try await renewEpoch()
                try await compare()
            }
        } catch {
            ledger.fault("stopped by \(error)")
        }
        for seat in seats { await seat.client.drop() }
        guard !ledger.faults.isEmpty else { return nil }
        return (ledger.faults + ["the last actions were:"] + ledger.trace).joined(separator: "\n")
    }

    // MARK: Beginning

    private func begin() async throws {
        for _ in 1..<shape.servers { servers.append(try await board.secondServer()) }
        for name in ["aki", "ben", "chie"] { people.append(try await newPerson(name)) }
        for (name, role) in [("mod", Role.moderator), ("adm", .admin)] {
            let member = try await board.quickMember(name, role: role)
            try await add(member)
            people.append(
                Person(id: member.id, name: member.account.name, token: member.token, mayLeave: false))
            member.client.drop()
        }
        for person in people.indices {
            for number in 0..<2 {
                seats.append(
                    Seat(client: StrictClient("\(people[person].name).\(number)", ledger), person: person))
            }
        }
        for number in 0..<2 {
            seats.append(Seat(client: StrictClient("guest.\(number)", ledger), person: nil))
        }
        for seat in seats.indices { try await comeBack(seat) }
        for _ in 0..<3 {
            try await act([(Int.random(in: 0..<seats.count - 2, using: &random), newThread())])
        }
        for seat in seats {
            for thread in model.threadIds.shuffled(using: &random).prefix(2) {
                try await seat.client.join(thread)
            }
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1: try await seat.client.watch(model.threadIds)
            case 2: try await seat.client.watchAll()
            default: break
            }
        }
    }

    private func newPerson(_ name: String) async throws -> Person {
        let member = try await board.member(name)
        try await add(member)
        member.client.drop()
        return Person(id: member.id, name: name, token: member.token, mayLeave: true)
    }

    private func add(_ member: TestMember) async throws {
        let version = try await board.client(token: member.token).hello.session.blocksVersion.value ?? 0
        model.add(
            .init(id: member.id, name: member.account.name, role: member.account.role, blocksVersion: version)
        )
    }

    // MARK: Seats

    func account(_ seat: Int) -> AccountID? { seats[seat].person.map { people[$0].id } }

    var present: [Int] { seats.indices.filter { !seats[$0].isAway } }

    /// Connects a seat to one of the servers.
    func comeBack(_ seat: Int) async throws {
        let person = seats[seat].person.map { people[$0] }
        let server = servers.randomElement(using: &random) ?? nil
        ledger.note("\(seats[seat].client.label) comes back as \(person?.name ?? "a guest")")
        let transport = try await board.transport(token: person?.token, on: server)
        try await seats[seat].client.connect(
            transport, as: person?.id, blocks: model.blocks(of: person?.id))
        seats[seat].isAway = false
    }

    /// Waits for a condition that the board brings about; a fault when it does not come true.
    func wait(
        for what: String, within limit: Duration = patience, _ condition: @Sendable () async throws -> Bool
    ) async throws {
        if try await !eventually(within: limit, condition) { ledger.fault("\(what): not within \(limit)") }
    }
}
