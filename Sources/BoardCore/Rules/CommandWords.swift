public import BoardProtocol

/// A moderator's command line, split into words as a POSIX shell does, without expanding anything.
///
/// Space, tab and line feed separate. Single quotes keep all; in double quotes a backslash protects `"` and
/// `\` only; elsewhere it protects whatever follows. `""` is a word, an empty one.
public struct CommandWords: Sendable, Equatable {
    public struct Word: Sendable, Equatable {
        /// Without its quotes and backslashes.
        public var text: String
        /// Where the word, or the quote it begins with, stands in the line.
        public var start: String.Index
    }

    public private(set) var words: [Word] = []

    /// Splits the line; a quote without its partner, or a backslash at the end, is refused.
    public init(_ line: String, field: String = "command") throws(Refusal) {
        var state = State.between
        var word = Word(text: "", start: line.startIndex)

        // By scalars: a quote stays a quote when a mark follows it.
        for index in line.unicodeScalars.indices {
            let scalar = line.unicodeScalars[index]
            if state == .between {
                if Self.isSeparator(scalar) { continue }
                word = Word(text: "", start: index)
                state = .bare
            }
            switch (state, scalar) {
            case (.bare, "'"): state = .single
            case (.bare, "\""): state = .double
            case (.bare, "\\"): state = .escaped
            case (.bare, _) where Self.isSeparator(scalar):
                words.append(word)
                state = .between
            case (.single, "'"), (.double, "\""): state = .bare
            case (.double, "\\"): state = .escapedInDouble
            case (.escaped, _):
                word.text.unicodeScalars.append(scalar)
                state = .bare
            case (.escapedInDouble, _):
                if scalar != "\"", scalar != "\\" { word.text.unicodeScalars.append("\\") }
                word.text.unicodeScalars.append(scalar)
                state = .double
            default: word.text.unicodeScalars.append(scalar)
            }
        }

        switch state {
        case .between: break
        case .bare: words.append(word)
        case .escaped: throw .invalid(field, "Write \\\\ for a backslash at the end of the line.")
        case .single, .double, .escapedInDouble:
            throw .invalid(field, "Close the quote, or write \\' for ' and \\\" for \".")
        }
    }

    /// The words' texts, in order.
    public var texts: [String] { words.map(\.text) }

    /// What a last TITLE, WHY or TEXT takes: the words from this position on, joined by one space.
    public func rest(from position: Int) -> String {
        words.dropFirst(position).map(\.text).joined(separator: " ")
    }

    private enum State { case between, bare, single, double, escaped, escapedInDouble }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "\t" || scalar == "\n"
    }
}
