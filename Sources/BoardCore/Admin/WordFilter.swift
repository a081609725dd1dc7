import BoardProtocol
import BoardSQL

/// `word list`.
struct ListWords: AdminAction {
    let call: Call?

    init(_ viewer: Viewer) { call = .reading(.wordList, viewer.value) }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        try rows.first?.refusal()
        var room = ReplyRoom()
        let words = room.fitting(rows, "word").compactMap { $0.textIfAny("word") }
        return Outcome(
            RunCommand.Reply(
                words.isEmpty ? "No words are listed." : words.joined(separator: "\n"),
                [("words", .array(words.map(JSON.string)))]))
    }
}

/// `word add` and `word remove`.
struct ChangeWords: AdminAction {
    let call: Call?
    private let word: String
    private let isAdding: Bool

    init(_ arguments: inout CommandArguments, _ viewer: Viewer, isAdding: Bool) throws(Refusal) {
        guard let text = arguments.rest() else { throw arguments.misuse }
        let (word, key) = try TextRules.word(text, field: "command")
        self.word = word
        self.isAdding = isAdding
        call =
            isAdding
            ? Call(.wordAdd, viewer.value, .text(word), .text(key))
            : Call(.wordRemove, viewer.value, .text(key))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        switch rows[0].textIfAny("refusal") {
        case "conflict": throw Refusal(.conflict, "1,000 words are listed, which is all there is room for.")
        case "notFound": throw Refusal(.notFound, "“\(word)” is not listed.")
        default: try rows[0].refusal()
        }
        guard rows[0].bool("changed") else {
            return Outcome(RunCommand.Reply("“\(word)” is listed already."))
        }
        return Outcome(.changed("“\(word)” is \(isAdding ? "listed" : "no longer listed").", rows[0]))
    }
}

/// `notice`.
struct SendNotice: AdminAction {
    let call: Call?

    init(_ arguments: inout CommandArguments, _ viewer: Viewer) throws(Refusal) {
        guard let text = arguments.rest() else { throw arguments.misuse }
        call = Call(.noticeSend, viewer.value, .text(try TextRules.body(text, field: "command")))
    }

    func outcome(of rows: [Row]) throws(Refusal) -> Outcome<RunCommand.Reply> {
        try rows[0].refusal()
        return Outcome(.changed("Told everybody who is connected.", rows[0]))
    }
}
