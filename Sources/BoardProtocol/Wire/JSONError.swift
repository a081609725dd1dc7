/// Why bytes are not JSON, or why a JSON value is not what a type expects.
public struct JSONError: Error, Sendable, Equatable {
    public enum Kind: Sendable, Hashable {
        /// The bytes are not JSON.
        case syntax, invalidUTF8, loneSurrogate, duplicateMember, tooDeep
        /// The value is JSON, but not of the type asked for.
        case typeMismatch, outOfRange, missing, invalid
        /// A type cannot be encoded: a mistake of ours.
        case unencodable
    }

    public var kind: Kind
    /// For people, to follow the name of what is wrong: "must be a string".
    public var message: String
    /// Where in the bytes reading stopped; nil for errors of the second and third sort.
    public var offset: Int?
    /// The way to the wrong value from the outermost object: members' names and arrays' indices.
    public var path: [String]

    public init(_ kind: Kind, _ message: String, offset: Int? = nil, path: [String] = []) {
        self.kind = kind
        self.message = message
        self.offset = offset
        self.path = path
    }

    /// The outermost member that is wrong; nil where the whole value is.
    public var field: String? { path.first }

    /// A value of the right JSON type that breaks a rule of its own, thrown from an `init(from:)`.
    public static func invalid(_ message: String) -> JSONError { JSONError(.invalid, message) }

    static func mismatch(_ message: String) -> JSONError { JSONError(.typeMismatch, message) }

    /// The same error, seen from the object or array around it.
    func under(_ name: String) -> JSONError {
        var error = self
        error.path.insert(name, at: 0)
        return error
    }

    /// What an `init(from:)` or `encode(to:)` threw, in our terms.
    init(_ error: any Error, otherwise kind: Kind) {
        switch error {
        case let error as JSONError: self = error
        case let error as Refusal: self.init(kind, error.message)
        case is DecodingError: self.init(kind, "has a value that is not allowed")
        default: self.init(kind, "could not be used")
        }
    }
}

extension Refusal {
    /// What to tell the caller whose frame or parameters were wrong.
    public init(_ error: JSONError) {
        switch error.kind {
        case .syntax, .invalidUTF8, .loneSurrogate, .duplicateMember, .tooDeep:
            let place = error.offset.map { " (at byte \($0))" } ?? ""
            self.init(.parseError, "The frame is not valid JSON: \(error.message)\(place).")
        case .typeMismatch, .outOfRange, .missing, .invalid:
            let name = error.path.isEmpty ? "params" : error.path.joined(separator: ".")
            self.init(.invalidParams, "\(name) \(error.message).", field: error.field)
        case .unencodable:
            self.init(.internalError, "The reply could not be made.")
        }
    }
}
