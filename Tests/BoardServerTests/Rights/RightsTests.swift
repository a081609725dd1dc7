import BoardCore
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Every method and command keeps to the table of rights", .needsDatabase)
struct RightsTests {
    @Test("Each method has its row")
    func methodsAreComplete() {
        #expect(Set(RightsTable.methods.map(\.name)) == Set(Operations.byName.keys))
    }

    @Test("Each command has its row, and each row its command")
    func commandsAreComplete() {
        #expect(RightsTable.commands.map(\.name).sorted() == AdminCommands.all.map(\.name).sorted())
    }

    @Test("Methods")
    func methods() async throws { try await check(RightsTable.methods) }

    @Test("Commands")
    func commands() async throws { try await check(RightsTable.commands) }

    private func check(_ rows: [RightsRow]) async throws {
        try await TestBoard.run { board in
            let stage = try await RightsStage(board)
            for row in rows {
                for (standing, letters) in row.expected {
                    for asker in Asker.allCases {
                        let expected = String(Array(letters)[asker.rawValue])
                        let outcome = try await stage.outcome(of: row, asker, standing)
                        #expect(
                            outcome == expected, "\(row.name), \(standing.rawValue), asked by \(asker)")
                    }
                }
            }
        }
    }
}

/// Sets a scene for each question, and asks it.
private struct RightsStage {
    let board: TestBoard
    let other: TestMember
    /// What hash ``TestMember/password`` has, for members that were made without one.
    let passwordHash: String

    init(_ board: TestBoard) async throws {
        self.board = board
        other = try await board.member("other", role: .admin)
        let rows = try await board.sql("select password_hash from accounts")
        passwordHash = rows[0].text("password_hash")
    }

    func outcome(of row: RightsRow, _ asker: Asker, _ standing: Standing) async throws -> String {
        let author = try await board.quickMember(Fresh.name())
        var viewer = author
        if asker != .guest {
            viewer = try await board.quickMember(Fresh.name(), role: asker.role)
            try await board.sql(
                "update accounts set password_hash = $1::text where id = $2::bigint", .text(passwordHash),
                .int(viewer.id.rawValue))
        }
        defer {
            author.client.drop()
            viewer.client.drop()
        }
        let isOwn = standing == .own || standing == .ownLocked
        let scene = try await scene(by: isOwn && asker != .guest ? viewer : author, standing)
        if standing == .blocked, asker != .guest { try await viewer.send(AddBlock(accountId: author.id)) }
        if asker.isSuspended {
            try await board.sql(
                "update accounts set suspended_until = 'infinity' where id = $1::bigint",
                .int(viewer.id.rawValue))
        }
        return try await ask(row.request(scene), by: asker == .guest ? board.client() : viewer.client)
    }

    private func scene(by writer: TestMember, _ standing: Standing) async throws -> RightsScene {
        let thread = try await writer.open(Fresh.name())
        let post = try await writer.post("A post", in: thread)
        switch standing {
        case .deleted: try await other.command("delete thread \(thread.id)")
        case .locked, .ownLocked: try await other.command("lock \(thread.id)")
        case .any, .own, .foreign, .blocked: break
        }
        let session = try await other.send(ListSessions()).sessions[0].id
        return RightsScene(
            thread: thread, post: post, author: writer.account, session: session,
            password: TestMember.password)
    }

    private func ask(_ request: some BoardRequest, by client: TestClient) async throws -> String {
        defer { client.drop() }
        do {
            _ = try await client.send(request)
            return "+"
        } catch let refusal as Refusal {
            return refusal.reason.letter
        }
    }
}
