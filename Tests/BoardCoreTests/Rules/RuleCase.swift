import BoardProtocol
import Testing

/// A text and what a rule makes of it: another text, or nil for a refusal.
struct RuleCase: Sendable, CustomTestStringConvertible {
    var about: String
    var raw: String
    var wanted: String?

    /// Accepted, as it is where nothing else is given.
    static func ok(_ about: String, _ raw: String, _ wanted: String? = nil) -> RuleCase {
        RuleCase(about: about, raw: raw, wanted: wanted ?? raw)
    }

    static func refused(_ about: String, _ raw: String) -> RuleCase {
        RuleCase(about: about, raw: raw, wanted: nil)
    }

    var testDescription: String { about }

    /// Runs the rule; compares bytes, as `==` on strings would call all normal forms equal.
    func expect(
        _ rule: (String, String) throws(Refusal) -> String, _ location: SourceLocation = #_sourceLocation
    ) {
        do throws(Refusal) {
            let text = try rule(raw, "field")
            guard let wanted else {
                Issue.record("accepted: \(about)", sourceLocation: location)
                return
            }
            #expect(Array(text.utf8) == Array(wanted.utf8), sourceLocation: location)
        } catch {
            #expect(wanted == nil, "refused: \(error.message)", sourceLocation: location)
            #expect(error.reason == .invalidParams, sourceLocation: location)
            #expect(error.field == "field", sourceLocation: location)
            #expect(!error.message.isEmpty, sourceLocation: location)
        }
    }
}

func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
