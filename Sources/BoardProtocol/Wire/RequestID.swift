/// What a caller calls its request, so that it knows the reply; the server only repeats it.
public enum RequestID: Sendable, Hashable {
    case string(String)
    case integer(Int64)

    /// The id that `json` is; nil for what the contract does not allow as one.
    public init?(_ json: JSON) {
        switch json {
        case .string(let text): self = .string(text)
        case .number(let number):
            guard let value = number.int64 else { return nil }
            self = .integer(value)
        default: return nil
        }
    }
}

extension JSONWriter {
    /// The id, or null where a reply answers no request in particular.
    public mutating func write(_ id: RequestID?) {
        switch id {
        case .string(let text): write(text)
        case .integer(let value): write(value)
        case nil: writeNull()
        }
    }
}
