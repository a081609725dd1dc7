/// An id of one kind of thing, so that two ids cannot change places; on the wire a string of decimal digits.
public struct BoardID<Entity>: RawRepresentable, Sendable, Hashable, Comparable {
    public var rawValue: Int64
    public init(rawValue: Int64) { self.rawValue = rawValue }

    /// Reads the digits of an id: no sign, no leading zero, at most `Int64.max`.
    public init?(_ digits: String) {
        let bytes = digits.utf8
        guard !bytes.isEmpty, bytes.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            bytes.count == 1 || bytes.first != 0x30,
            let value = Int64(digits)
        else { return nil }
        rawValue = value
    }

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension BoardID: CustomStringConvertible {
    public var description: String { String(rawValue) }
}

extension BoardID: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let id = BoardID(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "An id is a string of decimal digits."))
        }
        self = id
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

public typealias AccountID = BoardID<Account>
public typealias SessionID = BoardID<SessionSummary>
public typealias ThreadID = BoardID<ThreadSummary>
public typealias PostID = BoardID<Post>
