import BoardSQL
import Postgres
import Testing

@Suite("A blocking connection answers before it returns", hasServer)
struct BlockingConnectionTests {
    private let database: TestDatabase

    init() throws { database = try TestDatabase() }

    @Test("Several statements at once: the rows are the last one's")
    func several() throws {
        let connection = try database.blocking()
        let rows = try connection.exec("select 1 as a; begin; select null::text as b, 2 as c")
        #expect(rows.columns == ["b", "c"] && rows[0].isNull("b") && rows[0].int("c") == 2)
        #expect(connection.isInTransaction)
        #expect(try connection.exec("rollback; ").isEmpty)
        #expect(!connection.isInTransaction)
    }

    @Test("An error is thrown, and the connection goes on; a COPY is none of ours")
    func errors() throws {
        let connection = try database.blocking()
        let error = #expect(throws: PostgresError.self) { try connection.exec("select 1; selec 2") }
        #expect(error?.sqlState == "42601" && error?.position == 11 && error?.isConnectionLost == false)
        #expect(throws: PostgresError.self) { try connection.exec("copy (select 1) to stdout") }
        let rows = try connection.execParams("select $1::text as one", [.text("one")])
        #expect(rows[0].text("one") == "one")
    }

    @Test("When the server has gone, it says so")
    func gone() throws {
        let connection = try database.blocking()
        try database.blocking().exec("select pg_terminate_backend(\(connection.serverProcessId), 10000)")
        let error = #expect(throws: PostgresError.self) { try connection.exec("select 1") }
        #expect(error?.isConnectionLost == true)
    }
}
