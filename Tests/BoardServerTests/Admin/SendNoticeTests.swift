import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Telling everybody", .needsDatabase)
struct SendNoticeTests {
    @Test("Members and guests hear it, on all connections and at every server, once")
    func everybody() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let adm = try await board.quickMember("adm1", role: .admin)
            let aki = try await board.quickMember("aki")
            let clients = [
                adm.client, aki.client, try await board.member(with: aki.token, on: second).client,
                try await board.connected(), try await board.client(on: second),
            ]
            for client in clients { _ = try await client.hello }
            let entry = try await adm.audited("notice Tea  at five")
            for client in clients {
                #expect(try await client.next(\.announcement) == Announcement(text: "Tea at five"))
            }
            try await adm.audited("notice \"Two\nlines  of it\"")
            for client in clients {
                #expect(try await client.next(\.announcement).text == "Two\nlines  of it")
                #expect(await client.takeUnread(\.announcement) == nil)
            }
            let audit = try #require(try await board.audit().first)
            #expect(audit.id == entry && audit.command == "notice" && audit.why == "Tea at five")
            // Who comes later was not meant.
            let late = try await board.connected()
            try await late.send(Ping())
            #expect(await late.takeUnread(\.announcement) == nil)
        }
    }

    @Test("None is lost or told twice when the connection between servers is cut")
    func cut() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let adm = try await board.quickMember("adm1", role: .admin)
            let clients = [try await board.connected(), try await board.client(on: second)]
            for client in clients { _ = try await client.hello }
            for number in 0..<12 {
                if number.isMultiple(of: 2) {
                    try await board.sql(
                        """
                        select pg_terminate_backend(pid) from pg_stat_activity
                        where datname = current_database() and application_name = 'keijiban bus'
                        """)
                }
                try await adm.audited("notice number \(number)")
            }
            for client in clients {
                var heard: [String] = []
                for _ in 0..<12 { heard.append(try await client.next(\.announcement).text) }
                #expect(heard.sorted() == (0..<12).map { "number \($0)" }.sorted())
            }
            try await adm.audited("notice last")
            for client in clients { #expect(try await client.next(\.announcement).text == "last") }
        }
    }

    @Test("The shell's is heard too", .enabled(if: TestBoard.hasShell))
    func shell() async throws {
        try await TestBoard.run { board in
            let client = try await board.connected()
            #expect(try await board.shell(["notice", "from", "the", "shell"]).exitCode == 0)
            #expect(try await client.next(\.announcement).text == "from the shell")
            #expect(try await board.audit().last?.actor == nil)
        }
    }

    @Test("It is an admin's to do, and obeys the rules of texts")
    func refused() async throws {
        try await TestBoard.run { board in
            let adm = try await board.quickMember("adm1", role: .admin)
            let mio = try await board.quickMember("mio", role: .moderator)
            #expect(try await mio.refusal(ofCommand: "notice Tea").reason == .forbidden)
            for words in [
                ["notice"], ["notice", " "], ["notice", "\u{202E}aet"],
                ["notice", String(repeating: "x", count: 10_001)],
            ] {
                #expect(try await adm.client.refusal(of: RunCommand(args: words)).reason == .invalidParams)
            }
            #expect(try await board.audit().isEmpty)
        }
    }
}
