/// A member that may be left out (marked `?` in the contract): not there, null, or a value.
///
/// Declared as `var liked: Maybe<Bool>`, it is left out when encoded as `missing`, and is `missing` after
/// decoding an object that does not have it. Only ``JSONCoding`` knows these rules.
public enum Maybe<Value: Codable & Sendable>: Codable, Sendable {
    case missing
    case null
    case value(Value)

    /// The value; nil both where there is none and where it is null.
    public var value: Value? {
        guard case .value(let value) = self else { return nil }
        return value
    }

    /// The value, or `missing` for nil.
    public static func orMissing(_ value: Value?) -> Maybe { value.map(Maybe.value) ?? .missing }

    /// The value, or `null` for nil.
    public static func orNull(_ value: Value?) -> Maybe { value.map(Maybe.value) ?? .null }

    public var isMissing: Bool {
        guard case .missing = self else { return false }
        return true
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .value(try container.decode(Value.self))
    }

    /// Writes nothing for `missing`, which the object around it takes for "leave my name out too".
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .missing: break
        case .null:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .value(let value): try value.encode(to: encoder)
        }
    }
}

extension Maybe: Equatable where Value: Equatable {}
extension Maybe: Hashable where Value: Hashable {}

/// A type that has a value for a member that is not there; the decoder asks for it.
protocol Omittable {
    static var missing: Self { get }
}

extension Maybe: Omittable {}
