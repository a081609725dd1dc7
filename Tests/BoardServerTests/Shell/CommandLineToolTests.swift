import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("The program's commands", .needsDatabase, .enabled(if: TestBoard.hasShell))
struct CommandLineToolTests {
    @Test("--help tells of every command and setting, --version what this is")
    func help() async throws {
        try await TestBoard.run { board in
            for word in ["--help", "-h", "help"] {
                let result = try await board.keijiban([word])
                #expect(result.exitCode == 0 && result.stderr.isEmpty)
                for command in ["serve", "migrate", "health", "admin"] {
                    #expect(result.stdout.contains(command))
                }
                for setting in Setting.all { #expect(result.stdout.contains(setting.variable)) }
            }
            let version = try await board.keijiban(["--version"])
            #expect(version.exitCode == 0 && version.stdout == "keijiban \(Version.number)\n")
        }
    }

    @Test("What makes no sense exits 2 and says where to read on")
    func misuse() async throws {
        try await TestBoard.run { board in
            for words in [
                [], ["frobnicate"], ["serve", "now"], ["serve", "--listen"], ["admin"], ["health", "x"],
            ] {
                let result = try await board.keijiban(words)
                #expect(result.exitCode == 2, "\(words): \(result)")
                #expect(result.stdout.isEmpty)
                #expect(result.stderr.split(separator: "\n").count == 1, "\(words): \(result)")
                #expect(result.stderr.contains("--help"), "\(words): \(result)")
            }
        }
    }

    @Test(
        "A bad setting exits 78 with one line that names the variable, whichever command needs it",
        arguments: [
            ("KEIJIBAN_LISTEN", "8080"), ("KEIJIBAN_ORIGINS", "example.com"), ("KEIJIBAN_TRUST_PROXY", "x"),
            ("KEIJIBAN_RATE_LIMITS", "maybe"), ("KEIJIBAN_LOG", "loud"), ("KEIJIBAN_TLS_CERT", "/nowhere"),
            ("DATABASE_URL_FILE", "/nowhere"), ("DATABASE_URL", "postgresql://[bad"),
            ("DATABASE_URL", "nonsense=1"),
        ])
    func badSetting(_ variable: String, _ value: String) async throws {
        try await TestBoard.run { board in
            var environment = ["KEIJIBAN_LISTEN": "127.0.0.1:0"]
            environment[variable] = value
            if variable == "DATABASE_URL_FILE" { environment["DATABASE_URL"] = "" }
            let result = try await board.keijiban(["serve"], environment: environment, within: .seconds(20))
            #expect(result.exitCode == 78, "\(result)")
            #expect(result.stdout.isEmpty)
            #expect(result.stderr.split(separator: "\n").count == 1, "\(result)")
            #expect(result.stderr.contains(variable), "\(result)")
        }
    }

    @Test("A flag goes before its variable, and an unknown one exits 78 by its name")
    func flags() async throws {
        try await TestBoard.run { board in
            let bad = try await board.keijiban(
                ["serve", "--listen=nowhere"], environment: ["KEIJIBAN_LISTEN": "127.0.0.1:0"])
            #expect(bad.exitCode == 78 && bad.stderr.contains("KEIJIBAN_LISTEN"))
            let unknown = try await board.keijiban(["serve", "--port", "80"])
            #expect(unknown.exitCode == 78 && unknown.stderr.contains("--port"))
        }
    }

    @Test("A port in use exits 1 and says so")
    func portInUse() async throws {
        try await TestBoard.run { board in
            let listen = "127.0.0.1:\(try await board.port)"
            let result = try await board.keijiban(["serve", "--listen", listen], within: .seconds(20))
            #expect(result.exitCode == 1, "\(result)")
            #expect(result.stdout.isEmpty)
            #expect(result.stderr.contains("cannot serve"), "\(result)")
        }
    }

    @Test("health exits 0 while a server serves there, and 1 when none does")
    func health() async throws {
        try await TestBoard.run { board in
            let listen = "127.0.0.1:\(try await board.port)"
            #expect(try await board.keijiban(["health", "--listen", listen]).exitCode == 0)
            #expect(
                try await board.keijiban(["health"], environment: ["KEIJIBAN_LISTEN": listen]).exitCode == 0)
            // Serving does not need the database.
            try await board.database.cut()
            #expect(try await board.keijiban(["health", "--listen", listen]).exitCode == 0)
            try await board.database.mend()
            try await board.stop()
            #expect(try await board.keijiban(["health", "--listen", listen]).exitCode == 1)
        }
    }

    @Test("migrate brings a new database up to date once; --dry-run only says what it would do")
    func migrate() async throws {
        try await TestBoard.run { board in
            let done = try await board.keijiban(["migrate"])
            #expect(done.exitCode == 0 && done.stdout == "the schema is up to date\n", "\(done)")
            try await board.stop()
            try await board.sql("drop schema public cascade; create schema public")
            let dry = try await board.keijiban(["migrate", "--dry-run"])
            #expect(dry.exitCode == 0)
            #expect(dry.stdout.split(separator: "\n").allSatisfy { $0.hasPrefix("would apply ") }, "\(dry)")
            #expect(
                try await board.sql(
                    "select count(*) as n from pg_tables where schemaname = 'public' and tablename = 'posts'"
                ).first?.int("n") == 0)
            let first = try await board.keijiban(["migrate"])
            #expect(first.exitCode == 0)
            #expect(
                first.stdout == dry.stdout.replacing("would apply", with: "applied") && !first.stdout.isEmpty)
            #expect(try await board.keijiban(["migrate"]).stdout == "the schema is up to date\n")
            try await board.start()
            #expect(try await board.connected().send(ListThreads()).threads.isEmpty)
        }
    }

    @Test("migrate without a database exits 1, and tells no password")
    func migrateFails() async throws {
        try await TestBoard.run { board in
            let url = "postgresql://board:hunter2@127.0.0.1:1/none"
            let result = try await board.keijiban(["migrate"], environment: ["DATABASE_URL": url])
            #expect(result.exitCode == 1)
            #expect(result.stderr.contains("migration failed") && !result.stderr.contains("hunter2"))
        }
    }
}
