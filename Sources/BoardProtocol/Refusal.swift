/// Why a request was not carried out, in the caller's terms: a JSON-RPC error on the wire.
public struct Refusal: Error, Sendable, Equatable {
    /// Stable, for programs.
    ///
    /// A struct and not an enum, so that an older client can read a newer server.
    public struct Reason: RawRepresentable, Sendable, Hashable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        public static let parseError = Reason(rawValue: "parseError")
        public static let invalidRequest = Reason(rawValue: "invalidRequest")
        public static let methodNotFound = Reason(rawValue: "methodNotFound")
        public static let invalidParams = Reason(rawValue: "invalidParams")
        public static let internalError = Reason(rawValue: "internalError")
        public static let loginRequired = Reason(rawValue: "loginRequired")
        public static let forbidden = Reason(rawValue: "forbidden")
        public static let notFound = Reason(rawValue: "notFound")
        public static let conflict = Reason(rawValue: "conflict")
        public static let rateLimited = Reason(rawValue: "rateLimited")
        public static let unavailable = Reason(rawValue: "unavailable")
        public static let suspended = Reason(rawValue: "suspended")
        public static let locked = Reason(rawValue: "locked")
        public static let badCredentials = Reason(rawValue: "badCredentials")
        /// A text holds a listed word; travels with the code of `forbidden`.
        public static let wordFilter = Reason(rawValue: "wordFilter")

        /// The JSON-RPC error code that travels with the reason; an unknown one is an internal error.
        public var code: Int { Reason.codes[self] ?? -32603 }

        private static let codes: [Reason: Int] = [
            .parseError: -32700, .invalidRequest: -32600, .methodNotFound: -32601, .invalidParams: -32602,
            .internalError: -32603, .loginRequired: -32001, .forbidden: -32002, .notFound: -32003,
            .conflict: -32004, .rateLimited: -32005, .unavailable: -32006, .suspended: -32007,
            .locked: -32008, .badCredentials: -32009, .wordFilter: -32002,
        ]
    }

    /// Since when and why an account is suspended; `until` is nil where it is for good.
    public struct Suspension: Sendable, Equatable {
        public var until: Timestamp?
        public var why: String?
        public init(until: Timestamp?, why: String?) {
            self.until = until
            self.why = why
        }
    }

    public var reason: Reason
    /// For people: what to do about it.
    public var message: String
    /// Of `invalidParams`: the first parameter that is wrong.
    public var field: String?
    /// Of `rateLimited` and `unavailable`: after how many milliseconds trying again makes sense.
    public var retryAfterMs: Int?
    /// Of `internalError`: the id under which the log has the details.
    public var requestId: String?
    /// Of `suspended`.
    public var suspension: Suspension?

    public init(
        _ reason: Reason, _ message: String, field: String? = nil, retryAfterMs: Int? = nil,
        requestId: String? = nil, suspension: Suspension? = nil
    ) {
        self.reason = reason
        self.message = message
        self.field = field
        self.retryAfterMs = retryAfterMs
        self.requestId = requestId
        self.suspension = suspension
    }

    /// A parameter that the contract does not allow.
    public static func invalid(_ field: String, _ message: String) -> Refusal {
        Refusal(.invalidParams, message, field: field)
    }
}
