/// The head of one HTTP request: who asks, for what, with which headers.
public struct RequestHead: Sendable {
    public var method: String
    /// Decoded, without the query.
    public var path: String
    /// Still percent-encoded, without the question mark; empty without one.
    public var query: String
    /// The peer's numeric address, an IPv4 one never in IPv6 clothes.
    public var remoteAddress: String
    /// Whether a WebSocket is asked for.
    public var isUpgrade: Bool
    public var isSecure: Bool
    /// In their order, with names in lower case.
    public var headers: [(name: String, value: String)]

    /// A header's value, whatever the case of its name; repeated ones are joined as HTTP says.
    public func header(_ name: String) -> String? {
        let wanted = name.lowercased()
        let values = headers.filter { $0.name == wanted }.map(\.value)
        guard let first = values.first else { return nil }
        guard values.count > 1 else { return first }
        return values.joined(separator: wanted == "cookie" ? "; " : ", ")
    }

    /// A header's comma-separated parts, trimmed, in lower case.
    func list(_ name: String) -> [String] {
        (header(name) ?? "").lowercased().split(separator: ",").map { part in
            String(trimmed(part))
        }
    }
}

/// Without spaces and tabs at its ends.
func trimmed(_ text: Substring) -> Substring {
    var text = text
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return text.drop { $0 == " " || $0 == "\t" }
}
