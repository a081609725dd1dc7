import BoardCore
import BoardProtocol
import BoardSQL
import Postgres
import WebSockets

/// Runs one admin command on the database itself, as the operator: `keijiban admin …`.
///
/// The same command, statements and notifications as over `admin.run`; serving processes hear of it at once.
final class AdminShell {
    /// How long the database may take to come.
    private static let timeoutMs = 15_000

    private let command: RunCommand
    private let loop: Loop
    private let database: Database
    private let writer: Writer
    private var prepared: RunCommand.Prepared
    private var result: Result<RunCommand.Reply, Refusal>?
    private lazy var deadline = loop.timer { [unowned self] in finish(.failure(.unavailable)) }

    /// Reads the command, runs it if it needs the database, and gives its answer.
    static func run(_ words: [String], config: Config) throws -> Result<RunCommand.Reply, Refusal> {
        let command = RunCommand(args: words)
        var prepared = command.prepare(nil, with: try Vault(cost: .least))
        do throws(Refusal) {
            // A word out of place needs no database to be told so.
            guard let call = try command.call(for: .operator, &prepared) else {
                return .success(try command.outcome(of: [], for: .operator, &prepared).reply)
            }
            let shell: AdminShell
            do {
                shell = try AdminShell(command, prepared, config)
            } catch {
                throw Refusal(.internalError, "The event loop cannot be made: \(error)")
            }
            return shell.run(call)
        } catch {
            return .failure(error)
        }
    }

    private init(_ command: RunCommand, _ prepared: RunCommand.Prepared, _ config: Config) throws {
        self.command = command
        self.prepared = prepared
        loop = try Loop()
        let log = Log(level: .error)
        database = Database(
            conninfo: config.databaseURL, origin: "-", listens: false, loop: loop, log: log)
        writer = Writer(link: database.writer, loop: loop, log: log)
    }

    private func run(_ call: Call) -> Result<RunCommand.Reply, Refusal> {
        var isBegun = false
        database.onReadyChanged = { [unowned self] isReady in
            guard isReady, !isBegun else { return }
            isBegun = true
            submit(call)
        }
        deadline.start(afterMs: AdminShell.timeoutMs)
        database.start()
        loop.run()
        database.stop()
        loop.close()
        return result ?? .failure(.unavailable)
    }

    private func submit(_ call: Call) {
        guard call.isRead else { return writer.submit(call, of: 0) { [unowned self] in take($0) } }
        database.read(call) { [unowned self] result in take(result.map { Array($0) }) }
    }

    private func take(_ result: Result<[Row], Database.Failure>) {
        switch result {
        case .failure(.away): finish(.failure(.unavailable))
        case .failure(.refused(let error)):
            finish(.failure(Refusal(.internalError, "The database refused: \(error.message)")))
        case .success(let rows):
            do throws(Refusal) {
                let outcome = try command.outcome(of: rows, for: .operator, &prepared)
                guard let next = outcome.next else { return finish(.success(outcome.reply)) }
                loop.after(ms: outcome.pauseMs) { [unowned self] in submit(next) }
            } catch {
                finish(.failure(error))
            }
        }
    }

    private func finish(_ result: Result<RunCommand.Reply, Refusal>) {
        deadline.cancel()
        self.result = self.result ?? result
        loop.stop()
    }
}
