import BoardSQL
import Postgres
import Testing

@Suite("Notifications reach the one who listens", hasServer)
struct NotificationTests {
    private let notify = Statement("notify", "select pg_notify($1, $2)")
    private let database: TestDatabase
    private let owner = Owner()
    private let connection: PostgresConnection

    init() throws {
        database = try TestDatabase()
        connection = try owner.connect(database.conninfo, statements: [notify])
    }

    private func listen(_ channel: String) throws {
        var results: [Result<Void, PostgresError>] = []
        connection.listen(channel) { results.append($0) }
        owner.loop.run("listening") { !results.isEmpty }
        try results.first?.get()
    }

    @Test("From another connection, on an idle one", arguments: ["board", "Board Changes", #"odd"name"#])
    func other(_ channel: String) throws {
        try listen(channel)
        let other = try database.blocking()
        for payload in ["1", "", "日本"] {
            try other.execParams("select pg_notify($1, $2)", [.text(channel), .text(payload)])
        }
        owner.loop.run("all notifications arrive") { owner.notifications.count == 3 }
        let expected = ["1", "", "日本"].map {
            Owner.Notification(channel: channel, payload: $0, process: other.serverProcessId)
        }
        #expect(owner.notifications == expected)
    }

    @Test("From its own flights, once they are committed")
    func own() throws {
        try listen("board")
        let call = StatementCall(notify, [.text("board"), .text("kept")])
        let broken = StatementCall(notify, [.text("board"), .text(String(repeating: "x", count: 9_000))])
        #expect(throws: PostgresError.self) { try owner.run(connection, call, broken) }
        _ = try owner.run(connection, call)
        owner.loop.run("the notification arrives") { !owner.notifications.isEmpty }
        #expect(owner.notifications.map(\.payload) == ["kept"])
        #expect(owner.notifications.first?.process == connection.serverProcessId)
    }

    @Test("A channel without a name fails the listening, and nothing else")
    func nameless() throws {
        let error = #expect(throws: PostgresError.self) { try listen("") }
        #expect(error?.isConnectionLost == false)
        try listen("board")
        #expect(connection.state == .ready)
    }
}
