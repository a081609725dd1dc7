import BoardSQL
import Postgres
import Testing

@Suite("A flight is one transaction", hasServer)
struct FlightTests {
    private static let schema = """
        create table notes (id bigint primary key, body text not null constraint notes_body_size
            check (length(body) < 10));
        create table pairs (id bigint primary key, other bigint constraint pairs_other_exists
            references pairs deferrable initially deferred);
        """
    private let add = Statement("note_add", "insert into notes (id, body) values ($1, $2) returning id")
    private let pair = Statement("pair_add", "insert into pairs (id, other) values ($1, $2)")
    private let list = Statement("note_list", "select id, body from notes order by id")
    private let echo = Statement("echo", "select $1::bigint as number")
    private let database: TestDatabase
    private let owner = Owner()
    private let connection: PostgresConnection

    init() throws {
        database = try TestDatabase()
        try database.blocking().exec(FlightTests.schema)
        connection = try owner.connect(database.conninfo, statements: [add, pair, list, echo])
    }

    private func add(_ id: Int64, _ body: String) -> StatementCall {
        StatementCall(add, [.int(id), .text(body)])
    }

    @Test("Flights land in the order in which they left")
    func order() throws {
        var landed: [Int64] = []
        for number in 0..<5_000 as Range<Int64> {
            let calls = [number, -number].map { StatementCall(echo, [.int($0)]) }
            connection.run(calls) { result in
                guard case .success(let rows) = result else { return }
                #expect(rows.count == 2 && rows[1][0].int64("number") == -number)
                landed.append(rows[0][0].int64("number"))
            }
        }
        #expect(connection.flightsUnderWay == 5_000)
        #expect(landed.isEmpty, "never from inside run")
        owner.loop.run("all flights land", seconds: 60) { connection.flightsUnderWay == 0 }
        #expect(landed == Array(0..<5_000))
    }

    @Test("A failing call undoes its neighbours in the flight, and only them")
    func failure() throws {
        var results: [Result<[Rows], PostgresError>] = []
        connection.run([add(1, "one")]) { results.append($0) }
        connection.run([add(2, "two"), add(1, "again"), add(3, "three")]) { results.append($0) }
        connection.run([add(4, "four")]) { results.append($0) }
        owner.loop.run("all flights land") { results.count == 3 }
        #expect(try results[0].get().count == 1)
        #expect(throws: PostgresError.self) { try results[1].get() }
        #expect(try results[2].get().count == 1)
        let rows = try #require(try owner.run(connection, StatementCall(list, [])).first)
        #expect(rows.map { $0.int("id") } == [1, 4])
    }

    @Test("An error has the server's words, its code, the constraint and the statement")
    func words() throws {
        let error = #expect(throws: PostgresError.self) {
            try owner.run(connection, add(1, "much longer than ten"))
        }
        #expect(error?.sqlState == "23514")
        #expect(error?.constraint == "notes_body_size")
        #expect(error?.statement == "note_add")
        #expect(error?.detail?.contains("much longer") == true)
        #expect(error?.isConnectionLost == false)
        #expect(error?.description.contains("much longer") == false, "the log does not quote rows")
        #expect(connection.state == .ready)
    }

    @Test("An error of the commit is the flight's, and the next flight is fine")
    func deferred() throws {
        var results: [Result<[Rows], PostgresError>] = []
        let good = [(1, 2), (2, 1)].map { StatementCall(pair, [.int($0), .int($1)]) }
        let bad = [StatementCall(pair, [.int(3), .int(99)]), StatementCall(echo, [.int(1)])]
        connection.run(good) { results.append($0) }
        connection.run(bad) { results.append($0) }
        connection.run([add(5, "five")]) { results.append($0) }
        owner.loop.run("all flights land") { results.count == 3 }
        #expect(try results[0].get().count == 2)
        let error = #expect(throws: PostgresError.self) { try results[1].get() }
        #expect(error?.sqlState == "23503" && error?.constraint == "pairs_other_exists")
        #expect(try results[2].get().count == 1)
        #expect(try database.blocking().exec("select count(*) as n from pairs")[0].int("n") == 2)
    }

    @Test("A flight of no calls lands; unknown statements and wrong counts fail their flight alone")
    func odd() throws {
        #expect(try owner.run(connection).isEmpty)
        let unknown = StatementCall(Statement("unknown", ""), [])
        #expect(throws: PostgresError.self) { try owner.run(connection, add(7, "seven"), unknown) }
        #expect(throws: PostgresError.self) { try owner.run(connection, StatementCall(echo, [])) }
        #expect(try owner.run(connection, StatementCall(list, []))[0].isEmpty)
    }

    @Test("A completion may run further flights, which land after those already under way")
    func again() throws {
        var landed: [Int] = []
        func next(_ number: Int) {
            connection.run([StatementCall(echo, [.int(1)])]) { _ in
                landed.append(number)
                if number < 500 { next(number + 2) }
            }
        }
        next(0)
        next(1)
        owner.loop.run("all flights land") { landed.count == 502 }
        #expect(landed == Array(0...501))
    }

    @Test("A completion may close the connection: the rest is lost at once")
    func close() throws {
        var lost = 0
        connection.run([StatementCall(echo, [.int(1)])]) { _ in
            connection.close()
            #expect(lost == 100)
        }
        for _ in 0..<100 {
            connection.run([StatementCall(echo, [.int(1)])]) { result in
                if case .failure(let error) = result, error.isConnectionLost { lost += 1 }
            }
        }
        owner.loop.run("the connection closes") { connection.state == .closed }
        #expect(lost == 100 && owner.losses.isEmpty && owner.loop.isEmpty)
    }

    @Test("Settings hold for the session")
    func settings() throws {
        let slow = Statement("slow", "select pg_sleep(60)")
        let owner = Owner()
        let settings = [("statement_timeout", "50ms"), ("application_name", #"a 'b' \c"#)]
        let connection = try owner.connect(database.conninfo, settings: settings, statements: [slow])
        let error = #expect(throws: PostgresError.self) { try owner.run(connection, StatementCall(slow, [])) }
        #expect(error?.sqlState == "57014")
        let names = try database.blocking().execParams(
            "select application_name from pg_stat_activity where pid = $1::int",
            [.int(Int64(connection.serverProcessId))])
        #expect(names.first?.text("application_name") == #"a 'b' \c"#)
    }
}
