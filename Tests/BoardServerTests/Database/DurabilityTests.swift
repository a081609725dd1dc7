import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("What makes an acknowledged write safe", .needsDatabase)
struct DurabilityTests {
    @Test("What the database does not do is said where readiness is asked for, and in the log")
    func warnings() async throws {
        try await TestBoard.run { board in
            let settings = try await board.sql(
                "select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages")[0]
            let names = [("fsync", settings.text("fsync")), ("full_page_writes", settings.text("pages"))]
            let expected = names.filter { $0.1 == "off" }.map {
                JSON.string("\($0.0) is off: acknowledged writes may be lost in a crash")
            }
            var reply = try await board.http("GET", "/readyz")
            let isSaid = try await eventually {
                reply = try await board.http("GET", "/readyz")
                return try reply.status == 200 && reply.json["warnings"] == .array(expected)
            }
            #expect(isSaid, "\(reply)")
            #expect(try reply.json["status"] == "ok")
        }
    }

    @Test("Where commits would not wait for the disk, the server's writes do all the same")
    func synchronousCommit() async throws {
        try await TestBoard.run { board in
            try await board.sql(
                """
                alter database \(board.database.name) set synchronous_commit = off;
                create table seen (setting text);
                create function see() returns trigger language plpgsql as
                    $$ begin insert into seen values (current_setting('synchronous_commit')); return null; end $$;
                create trigger see after insert on threads execute function see()
                """)
            try await board.restart()
            let aki = try await board.quickMember("aki")
            try await aki.open()
            let rows = try await board.sql(
                "select current_setting('synchronous_commit') as here, setting from seen")
            #expect(rows.count == 1)
            #expect(rows[0].text("here") == "off" && rows[0].text("setting") == "on")
        }
    }
}
