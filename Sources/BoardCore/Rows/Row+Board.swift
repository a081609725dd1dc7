import BoardProtocol
import BoardSQL

extension Row {
    func timestamp(_ column: String) -> Timestamp { Timestamp(milliseconds: int64(column)) }

    func timestampIfAny(_ column: String) -> Timestamp? {
        int64IfAny(column).map(Timestamp.init(milliseconds:))
    }

    /// An app's own object, which was checked when it was stored.
    func meta(_ column: String) -> JSON? {
        textIfAny(column).flatMap { text in
            do throws(JSONError) { return try JSONReader.read(Array(text.utf8)) } catch { return nil }
        }
    }

    /// Throws what the statement refused by, if it did.
    func refusal() throws(Refusal) {
        guard let text = textIfAny("refusal") else { return }
        throw Refusal(column: text)
    }
}

extension Refusal {
    /// A refusal as statements return it: the reason, and after `suspended` its details.
    init(column text: String) {
        let words = text.split(separator: " ", maxSplits: 1)
        let reason = Reason(rawValue: words.first.map(String.init) ?? "")
        self.init(reason, Refusal.messages[reason] ?? "This cannot be done.")
        if reason == .rateLimited, words.count == 2 { retryAfterMs = Int(words[1]) }
        if reason == .suspended, words.count == 2 {
            suspension = Suspension(details: String(words[1]))
            if let why = suspension?.why { message = "Your account is suspended: \(why)" }
        }
    }

    private static let messages: [Reason: String] = [
        .badCredentials: "Log in again.",
        .conflict: "This is already so.",
        .forbidden: "This is not yours to do.",
        .locked: "This thread is locked: it stays as it is.",
        .rateLimited: "Too fast. Wait a moment and try again.",
        .notFound: "There is no such thing, or no longer.",
        .suspended: "Your account is suspended.",
        .wordFilter: "This text holds a word that is not wanted here.",
    ]
}

extension Refusal.Suspension {
    /// From `{"until": milliseconds or null, "why": text or null}`.
    fileprivate init(details: String) {
        self.init(until: nil, why: nil)
        guard let json = try? JSONReader.read(Array(details.utf8)) else { return }
        if case .number(let number) = json["until"] {
            until = number.int64.map(Timestamp.init(milliseconds:))
        }
        if case .string(let text) = json["why"] { why = text }
    }
}
