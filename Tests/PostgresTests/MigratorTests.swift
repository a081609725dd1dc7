import BoardSQL
import Foundation
import Postgres
import Testing

@Suite("Migrations run once, in order, each whole or not at all", hasServer)
struct MigratorTests {
    private let migrations = [
        Migration(
            number: 2, name: "0002_second",
            sql: "insert into firsts select 7; select pg_sleep(0.05); create table seconds (id int)"),
        Migration(number: 1, name: "0001_first", sql: "create table firsts (id int);"),
    ]
    private let database: TestDatabase
    private var migrator: Migrator { Migrator(conninfo: database.conninfo) }

    init() throws { database = try TestDatabase() }

    private func tables() throws -> [String] {
        try database.blocking().exec(
            "select tablename from pg_tables where schemaname = 'public' order by 1"
        ).map { $0.text("tablename") }
    }

    @Test("By number; a second time there is nothing to do")
    func twice() throws {
        #expect(try migrator.run(migrations: migrations, dryRun: true).map(\.number) == [1, 2])
        #expect(try tables().isEmpty, "a dry run changes nothing")
        #expect(try migrator.run(migrations: migrations).map(\.number) == [1, 2])
        #expect(try migrator.run(migrations: migrations).isEmpty)
        #expect(try migrator.run(migrations: migrations, dryRun: true).isEmpty)
        #expect(try tables() == ["firsts", "schema_migrations", "seconds"])
    }

    @Test("Eight at the same time: one does it, the others wait")
    func together() throws {
        let done = Tally()
        let group = DispatchGroup()
        let conninfo = database.conninfo, migrations = migrations
        for _ in 0..<8 {
            group.enter()
            Thread.detachNewThread {
                defer { group.leave() }
                do {
                    let applied = try Migrator(conninfo: conninfo).run(migrations: migrations)
                    done.add("\(applied.count)")
                } catch {
                    done.add("\(error)")
                }
            }
        }
        #expect(group.wait(timeout: .now() + 60) == .success)
        #expect(done.all.sorted() == Array(repeating: "0", count: 7) + ["2"])
        #expect(try database.blocking().exec("select count(*) as n from firsts")[0].int("n") == 1)
    }

    @Test("The waiting is told")
    func waiting() throws {
        let holder = try database.blocking()
        try holder.exec("select pg_advisory_lock(x'6B65696A6962616E'::bigint)")
        var waits = 0
        let applied = try migrator.run(migrations: migrations) {
            waits += 1
            #expect(throws: Never.self) { try holder.exec("select pg_advisory_unlock_all()") }
        }
        #expect(waits == 1 && applied.count == 2)
    }

    @Test("A failing one leaves those before it, and nothing of itself")
    func failing() throws {
        let broken = Migration(number: 3, name: "0003_third", sql: "create table thirds (id int); select 1/0")
        let after = Migration(number: 4, name: "0004_fourth", sql: "create table fourths (id int)")
        let error = #expect(throws: PostgresError.self) {
            try migrator.run(migrations: migrations + [broken, after])
        }
        #expect(error?.statement == "0003_third" && error?.sqlState == "22012")
        #expect(try tables() == ["firsts", "schema_migrations", "seconds"])
        #expect(try migrator.run(migrations: migrations + [after]).map(\.number) == [4])
    }

    @Test("One that ends its own transaction is refused")
    func ending() throws {
        let sly = Migration(number: 1, name: "0001_sly", sql: "create table slies (id int); commit")
        let error = #expect(throws: PostgresError.self) { try migrator.run(migrations: [sly]) }
        #expect(error?.statement == "0001_sly")
    }

    @Test("A newer release's migrations are left alone; another program's are refused")
    func unknown() throws {
        _ = try migrator.run(migrations: migrations)
        let connection = try database.blocking()
        try connection.exec("insert into schema_migrations (number, name) values (3, '0003_newer')")
        #expect(try migrator.run(migrations: migrations).isEmpty)
        let other = Migration(number: 1, name: "0001_other", sql: "select 1")
        let error = #expect(throws: PostgresError.self) { try migrator.run(migrations: [other]) }
        #expect(error?.message.contains("0001_first") == true)
    }

    @Test("A read-only database and a missing one are named as such")
    func refused() throws {
        try database.blocking().exec("alter database \(database.name) set default_transaction_read_only = on")
        let readOnly = #expect(throws: PostgresError.self) { try migrator.run(migrations: migrations) }
        #expect(readOnly?.message.contains("read-only") == true)
        let missing = TestDatabase.conninfo(database.conninfo, adding: "dbname", "no_such_database")
        let error = #expect(throws: PostgresError.self) {
            try Migrator(conninfo: missing).run(migrations: migrations)
        }
        #expect(error?.message.contains("no_such_database") == true)
    }
}

/// What several threads report.
private final class Tally: @unchecked Sendable {
    // Unchecked: all access to `words` holds the lock.
    private let lock = NSLock()
    private var words: [String] = []

    func add(_ word: String) { lock.withLock { words.append(word) } }
    var all: [String] { lock.withLock { words } }
}
