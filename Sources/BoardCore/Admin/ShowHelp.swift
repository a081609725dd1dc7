import BoardProtocol
import BoardSQL

/// `help`.
struct ShowHelp: AdminAction {
    let call: Call? = nil
    private let text: String

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        let words = Array(arguments.words)
        _ = arguments.rest()
        let open = AdminCommands.all.filter { $0.role <= viewer.role }
        let chosen =
            words.isEmpty
            ? open : open.filter { $0.name.split(separator: " ").map(String.init).starts(with: words) }
        guard !chosen.isEmpty else {
            throw Refusal.invalid("command", "There is no such command. Usage: help [COMMAND]")
        }
        let width = chosen.map(\.usage.count).max() ?? 0
        text = chosen.map { command in
            command.usage + String(repeating: " ", count: width - command.usage.count + 2) + command.summary
        }.joined(separator: "\n")
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        Outcome(RunCommand.Reply(text))
    }
}
