import BoardCore
import BoardProtocol
import BoardSQL
internal import Glibc
import Postgres

/// The program `keijiban`: arguments in, exit code out.
///
/// Exit codes: 0 done, 1 failed, 2 wrong usage, 78 a setting that cannot be used (EX_CONFIG).
public enum CommandLineTool {
    public static func run(_ arguments: [String]) -> Int32 {
        signal(SIGPIPE, SIG_IGN)
        switch arguments.first {
        case "serve": return withConfig(arguments.dropFirst(), serve)
        case "migrate": return migrate(arguments.dropFirst())
        case "health": return withConfig(arguments.dropFirst()) { HealthCheck.run($0) }
        case "admin": return admin(Array(arguments.dropFirst()))
        case "--version", "version": return say("keijiban \(Version.number)")
        case "--help", "-h", "help": return say(help)
        case nil: return misuse("say what to do")
        case let word?: return misuse("there is no command \(word)")
        }
    }

    private static let help: String = {
        let settings = Setting.all.map { setting in
            "  \(setting.variable)\n      \(setting.help)"
        }.joined(separator: "\n")
        return """
            keijiban: a community board server with realtime counts

            Usage:
              keijiban serve [--NAME VALUE …]     serve until SIGTERM or SIGINT
              keijiban migrate [--dry-run]        bring the database's schema up to date
              keijiban health                     exit 0 while the server at KEIJIBAN_LISTEN serves
              keijiban admin COMMAND …            run an admin command as the operator; admin help lists them
              keijiban --version | --help

            Settings, from the environment or as flags (KEIJIBAN_LISTEN is --listen); DATABASE_URL may
            also come from the file that DATABASE_URL_FILE names:
            \(settings)
            """
    }()

    // MARK: Commands

    private static func serve(_ config: Config) -> Int32 {
        // Before any thread is made: all of them leave these to the one that waits for them.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&signals, number) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        do {
            try PostgresConnection.check(conninfo: config.databaseURL)
        } catch {
            return configProblem(.init(name: "DATABASE_URL", message: error.message))
        }
        do {
            let server = try Server(config) { port in announce(config, port: port) }
            SignalWaiter.start(signals) { [handle = server.handle] in handle.stop() }
            try server.run()
            return 0
        } catch {
            complain("cannot serve: \(error)")
            return 1
        }
    }

    private static func announce(_ config: Config, port: Int) {
        let scheme = config.tlsCertificate == nil ? "http" : "https"
        let host = config.host.contains(":") ? "[\(config.host)]" : config.host
        _ = say("keijiban: listening on \(scheme)://\(host):\(port)")
    }

    private static func migrate(_ arguments: ArraySlice<String>) -> Int32 {
        let isDryRun = arguments.contains("--dry-run")
        return withConfig(arguments.filter { $0 != "--dry-run" }[...]) { config in
            do throws(PostgresError) {
                let migrations = try Migrator(conninfo: config.databaseURL).run(
                    migrations: Migration.all, dryRun: isDryRun,
                    waitingForLock: { complain("another process migrates; waiting") })
                for migration in migrations {
                    _ = say("\(isDryRun ? "would apply" : "applied") \(migration.number) \(migration.name)")
                }
                return migrations.isEmpty ? say("the schema is up to date") : 0
            } catch {
                complain("migration failed: \(error)")
                return 1
            }
        }
    }

    private static func admin(_ arguments: [String]) -> Int32 {
        let isJSON = arguments.contains("--json")
        let words = arguments.filter { $0 != "--json" }
        guard !words.isEmpty else { return misuse("admin wants a command; admin help lists them") }
        return withConfig([]) { config in
            do {
                switch try AdminShell.run(words, config: config) {
                case .success(let reply):
                    let data = JSONCoding.text(reply.data)
                    let code: Int32 = reply.leavesDrift ? 1 : 0
                    return max(code, say(isJSON ? data : reply.text))
                case .failure(let refusal):
                    complain(refusal.message)
                    return refusal.reason == .invalidParams ? 2 : 1
                }
            } catch {
                complain("\(error)")
                return 1
            }
        }
    }

    // MARK: Talking

    private static func withConfig(_ arguments: ArraySlice<String>, _ body: (Config) -> Int32) -> Int32 {
        var flags: [String: String] = [:]
        var rest = arguments
        while let flag = rest.popFirst() {
            guard flag.hasPrefix("--") else { return misuse("\(flag) is no flag") }
            let parts = flag.dropFirst(2).split(separator: "=", maxSplits: 1).map(String.init)
            guard let name = parts.first, let value = parts.count == 2 ? parts[1] : rest.popFirst() else {
                return misuse("\(flag) wants a value")
            }
            flags[name] = value
        }
        do throws(Config.Problem) {
            return body(try Config(flags: flags, environment: environment()))
        } catch {
            return configProblem(error)
        }
    }

    private static func configProblem(_ problem: Config.Problem) -> Int32 {
        complain("\(problem.name): \(problem.message)")
        return EX_CONFIG
    }

    private static func environment() -> [String: String] {
        var out: [String: String] = [:]
        for variable in Setting.all.flatMap({ [$0.variable, $0.variable + "_FILE"] }) {
            if let value = getenv(variable) { out[variable] = String(cString: value) }
        }
        return out
    }

    private static func misuse(_ text: String) -> Int32 {
        complain("\(text); keijiban --help says more")
        return 2
    }

    private static func complain(_ text: String) { write("keijiban: \(text)\n", to: 2) }

    private static func say(_ text: String) -> Int32 {
        write(text + "\n", to: 1)
        return 0
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

extension JSONCoding {
    fileprivate static func text(_ json: JSON) -> String {
        var writer = JSONWriter()
        writer.write(json)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension RunCommand.Reply {
    /// A recount that found something and left it.
    fileprivate var leavesDrift: Bool {
        guard case .number(let drift) = data["drift"], case .number(let repaired) = data["repaired"] else {
            return false
        }
        return (drift.int64 ?? 0) > (repaired.int64 ?? 0)
    }
}
