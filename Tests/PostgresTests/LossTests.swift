import BoardSQL
import Glibc
import Postgres
import Testing

@testable import struct Postgres.ConnectionOptions

@Suite("A lost connection says so once, to everyone", hasServer)
struct LossTests {
    private let echo = Statement("echo", "select $1::bigint as number")
    private let sleep = Statement("sleep", "select pg_sleep(60)")
    private let database: TestDatabase
    private let owner = Owner()

    init() throws { database = try TestDatabase() }

    @Test("The server ends it in the middle of flights")
    func terminated() throws {
        let connection = try owner.connect(database.conninfo, statements: [echo, sleep])
        var landed: [Int: [Result<[Rows], PostgresError>]] = [:]
        connection.run([StatementCall(echo, [.int(1)])]) { landed[0, default: []].append($0) }
        for number in 1...50 {
            connection.run([StatementCall(echo, [.int(1)]), StatementCall(sleep, [])]) {
                landed[number, default: []].append($0)
            }
        }
        owner.loop.run("the first flight lands") { landed.count == 1 }
        try terminate(connection)
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        #expect(landed.count == 51 && landed.values.allSatisfy { $0.count == 1 })
        for number in 1...50 {
            let error = #expect(throws: PostgresError.self) { try landed[number]?.first?.get() }
            #expect(error?.isConnectionLost == true)
        }
        #expect(owner.losses.first?.sqlState == "57P01", "the server's own words are passed on")
        connection.close()
        for _ in 0..<5 { owner.loop.turn(milliseconds: 1) }
        #expect(owner.losses.count == 1 && owner.loop.isEmpty)
    }

    @Test("The server ends it while nothing is under way")
    func idle() throws {
        let connection = try owner.connect(database.conninfo, statements: [echo])
        try terminate(connection)
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        #expect(owner.losses.first?.isConnectionLost == true)
        var refused = 0
        connection.run([StatementCall(echo, [.int(1)])]) { _ in refused += 1 }
        #expect(refused == 1 && owner.losses.count == 1)
    }

    @Test("Running on a connection that is gone, but not yet known to be, loses the flight later")
    func unnoticed() throws {
        let connection = try owner.connect(database.conninfo, statements: [echo])
        try terminate(connection)
        var lost = 0
        for _ in 0..<1_000 {
            connection.run([StatementCall(echo, [.int(1)])]) { result in
                if case .failure(let error) = result, error.isConnectionLost { lost += 1 }
            }
        }
        #expect(lost == 0, "never from inside run")
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        #expect(lost == 1_000 && owner.losses.count == 1)
    }

    @Test("A statement that the server cannot prepare is named, and is no network trouble")
    func unprepared() throws {
        let connection = owner.start(
            database.conninfo, statements: [echo, Statement("post_broken", "selec 1"), sleep])
        var early = 0
        connection.run([]) { _ in early += 1 }
        #expect(early == 1, "not ready: refused")
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        let error = try #require(owner.losses.first)
        #expect(error.statement == "post_broken" && error.sqlState == "42601" && !error.isConnectionLost)
        #expect(error.position == 1)
        #expect(owner.readies == 0 && owner.losses.count == 1 && connection.state == .closed)
    }

    @Test("A setting that the server does not know is named")
    func unset() throws {
        let connection = owner.start(database.conninfo, settings: [("no_such", "1")])
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        #expect(owner.losses.first?.statement == "setting no_such")
        #expect(connection.state == .closed)
    }

    @Test(
        "Connecting to nothing is told later, not from inside init",
        arguments: [
            "host=/nonexistent", "host=127.0.0.1 port=1", "host=/nonexistent,127.0.0.1 port=5432,1",
            "password=a b", "sslmode=whatever host=127.0.0.1",
        ])
    func nothing(_ conninfo: String) {
        let connection = owner.start(conninfo)
        #expect(owner.losses.isEmpty)
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        #expect(owner.losses.count == 1 && owner.readies == 0 && connection.state == .closed)
        #expect(owner.loop.isEmpty)
    }

    @Test("A database that does not exist is told in the server's words")
    func missing() throws {
        let server = try #require(TestDatabase.server)
        let connection = owner.start(TestDatabase.conninfo(server, adding: "dbname", "no_such_database"))
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        #expect(owner.losses.first?.message.contains("no_such_database") == true)
        #expect(connection.serverProcessId == 0)
    }

    @Test("When the first of several hosts refuses, the next is taken, on another socket")
    func hosts() throws {
        let given = try ConnectionOptions.parse(database.conninfo)
        let hosts = "127.0.0.1,/nonexistent,127.0.0.1,\(given["host"] ?? "")"
        var conninfo = TestDatabase.conninfo(database.conninfo, adding: "host", hosts)
        conninfo = TestDatabase.conninfo(conninfo, adding: "port", "1,1,1,\(given["port"] ?? "")")
        let connection = try owner.connect(conninfo, statements: [echo])
        let rows = try owner.run(connection, StatementCall(echo, [.int(4)]))
        #expect(rows[0][0].int("number") == 4)
    }

    @Test("A server that never answers is given up after connect_timeout")
    func silent() throws {
        let server = try SilentServer()
        let connection = owner.start("host=127.0.0.1 port=\(server.port) connect_timeout=1 sslmode=disable")
        owner.loop.run("the loss is told") { !owner.losses.isEmpty }
        #expect(owner.losses.first?.message == "no connection within 1 s")
        #expect(connection.state == .closed && owner.loop.isEmpty)
    }

    @Test("Dropping it closes it, and its flights are lost")
    func dropped() throws {
        var connection: PostgresConnection? = try owner.connect(database.conninfo, statements: [sleep])
        var lost = 0
        connection?.run([StatementCall(sleep, [])]) { result in
            if case .failure(let error) = result, error.isConnectionLost { lost += 1 }
        }
        connection = nil
        #expect(lost == 1 && owner.losses.isEmpty && owner.loop.isEmpty)
    }

    @Test("No descriptor stays open, however it ends")
    func descriptors() throws {
        let alarms = OpenDescriptors.named("anon_inode:[timerfd]").count
        for round in 0..<60 {
            let owner = Owner()
            switch round % 3 {
            case 0:
                let connection = try owner.connect(database.conninfo, statements: [echo])
                connection.close()
            case 1:
                let connection = try owner.connect(database.conninfo, statements: [echo])
                try terminate(connection)
                owner.loop.run("the loss is told") { !owner.losses.isEmpty }
            default:
                let connection = owner.start("host=127.0.0.1 port=1")
                owner.loop.run("the loss is told") { connection.state == .closed }
            }
            #expect(owner.loop.isEmpty)
            for inode in owner.loop.inodes { #expect(OpenDescriptors.named("socket:[\(inode)]").isEmpty) }
        }
        // Other tests have connections of their own at the same time, but not as many.
        #expect(OpenDescriptors.named("anon_inode:[timerfd]").count < alarms + 40)
    }

    private func terminate(_ connection: PostgresConnection) throws {
        let ended = try database.blocking().execParams(
            "select pg_terminate_backend($1::int, 10000) as ended", [.int(Int64(connection.serverProcessId))])
        #expect(ended[0].bool("ended"))
    }
}
