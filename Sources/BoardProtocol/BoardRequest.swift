/// What a client asks for: a method of the protocol with its parameters.
public protocol BoardRequest: Codable, Sendable {
    /// What a request that was carried out is answered with.
    associatedtype Reply: Codable & Sendable

    /// The method's name on the wire, `noun.verb`.
    static var method: String { get }
}

/// What the server tells by itself.
public protocol BoardNotice: Codable, Sendable {
    static var method: String { get }
}

/// An answer without members.
public struct Nothing: Codable, Sendable, Equatable {
    public init() {}
}
