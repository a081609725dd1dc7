/// A JSON number as it is written: `1`, `1.0` and `1e0` are three different ones.
public struct JSONNumber: Sendable, Hashable, CustomStringConvertible {
    public let text: String

    /// The number that `text` spells by RFC 8259's grammar; nil where it spells none.
    public init?(_ text: String) {
        guard let value = try? JSONReader.read(Array(text.utf8)), case .number(let number) = value,
            number.text.utf8.count == text.utf8.count  // no white space around it
        else { return nil }
        self = number
    }

    public init(_ value: some BinaryInteger) { text = String(value) }

    /// The number's shortest text that reads back as the same; nil for infinities and NaN.
    public init?(_ value: Double) {
        guard value.isFinite else { return nil }
        text = value.description
    }

    init(checked text: String) { self.text = text }

    /// The value, where it is written as an integer and fits.
    public var int64: Int64? { Int64(text) }

    /// The nearest value; nil where that would be an infinity.
    public var double: Double? {
        guard let value = Double(text), value.isFinite else { return nil }
        return value
    }

    public var description: String { text }
}
