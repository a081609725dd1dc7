public import BoardProtocol
public import BoardSQL

extension RunCommand: BoardSecretWrite {
    public static var isSlow: Bool { false }

    public struct Prepared: Sendable {
        var code: OneTimeCode
        var action: (any AdminAction)?
        var isDryRun = false
        /// The step under way of a dry run only reads.
        var isReading = false
    }

    public static func authorize(_ viewer: Viewer) throws(Refusal) {
        try viewer.require(.moderator, to: "run commands")
    }

    public func lookup(for viewer: Viewer) -> Call? { nil }

    public func prepare(_ found: Row?, with secrets: any Secrets) -> Prepared {
        let code = secrets.code()
        return Prepared(code: OneTimeCode(text: code, digest: secrets.digest(code: code)))
    }

    public func call(for viewer: Viewer, _ prepared: inout Prepared) throws(Refusal) -> Call? {
        let (action, isDryRun) = try AdminCommands.action(try words(), for: viewer, code: prepared.code)
        prepared.action = action
        prepared.isDryRun = isDryRun
        return action.call.map { step($0, &prepared) }
    }

    public func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply> {
        guard var action = prepared.action else { throw Refusal(.internalError, "The command got lost.") }
        var outcome = try action.outcome(of: rows)
        prepared.action = action
        // What a rehearsed step did has been taken back: the steps behind it would find nothing of it.
        if let next = outcome.next, !prepared.isDryRun || prepared.isReading {
            outcome.next = step(next, &prepared)
            return outcome
        }
        guard prepared.isDryRun else { return outcome }
        let isCounted = outcome.reply.data["rows"] != nil
        return Outcome(
            isCounted
                ? outcome.reply : .rehearsed(action.call == nil ? 0 : action.rows(of: outcome, from: rows)))
    }

    /// A step as it is to be run.
    private func step(_ call: Call, _ prepared: inout Prepared) -> Call {
        prepared.isReading = call.isRead
        var call = call
        call.isRehearsal = prepared.isDryRun && !call.isRead
        return call
    }

    /// The command's words, from a line or a list; a leading `/` is optional.
    private func words() throws(Refusal) -> [String] {
        var words: [String]
        if let args {
            words = args
        } else if let command {
            words = try CommandWords(command).texts
        } else {
            throw Refusal.invalid("command", "Give `command`, a line, or `args`, a list of words.")
        }
        if let first = words.first, first.hasPrefix("/") { words[0].removeFirst() }
        return words
    }
}
