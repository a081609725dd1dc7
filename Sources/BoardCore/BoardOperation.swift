public import BoardProtocol
public import BoardSQL

/// A request that the board carries out.
public protocol BoardOperation: BoardRequest {
    /// Turns away what needs no row to be turned away, and is told so before anything about the target: guests, and
    /// roles too low.
    static func authorize(_ viewer: Viewer) throws(Refusal)
    /// Whether it changes as whom later requests of the connection are made: then it runs alone.
    static var changesSession: Bool { get }
}

extension BoardOperation {
    public static var changesSession: Bool { false }
}

/// A request that only reads: one statement.
public protocol BoardRead: BoardOperation {
    func call(for viewer: Viewer) throws(Refusal) -> Call
    func reply(from rows: Rows, to viewer: Viewer) throws(Refusal) -> Reply
}

/// A request that changes something: one element of a statement, and what its committed rows mean.
public protocol BoardWrite: BoardOperation {
    func call(for viewer: Viewer) throws(Refusal) -> Call
    func outcome(of rows: [Row], for viewer: Viewer) throws(Refusal) -> Outcome<Reply>
}

/// A write that needs slow work on a secret first: look up, then hash or compare on the worker pool, then write.
public protocol BoardSecretWrite: BoardOperation {
    associatedtype Prepared: Sendable

    /// Whether preparing takes as long as a password hash, and has to go to the worker pool.
    static var isSlow: Bool { get }
    /// What to read before; nil where nothing is needed.
    func lookup(for viewer: Viewer) throws(Refusal) -> Call?
    /// Runs on a worker thread where it is slow.
    func prepare(_ found: Row?, with secrets: any Secrets) throws(Refusal) -> Prepared
    /// The write; nil where none is needed, and `outcome` gets no rows.
    func call(for viewer: Viewer, _ prepared: inout Prepared) throws(Refusal) -> Call?
    func outcome(
        of rows: [Row], for viewer: Viewer, _ prepared: inout Prepared
    ) throws(Refusal) -> Outcome<Reply>
}

extension BoardSecretWrite {
    public static var isSlow: Bool { true }
}

/// What only cryptography can do; all of it may be called from any thread.
public protocol Secrets: Sendable {
    /// A hash of the password for the database; nil when memory is short. Takes a tenth of a second.
    func hash(password: String) -> String?
    /// As slow as hashing, whatever the answer.
    func verifies(_ password: String, hash: String) -> Bool
    /// The hash of nobody's password: unknown names take as long as known ones.
    var decoyHash: String { get }
    /// A new session token: 256 random bits.
    func token() -> String
    /// What is stored of a token.
    func digest(_ token: String) -> [UInt8]
    /// What is stored of a one-time code: the same however people type it.
    func digest(code: String) -> [UInt8]
    /// A one-time code for people to type.
    func code() -> String
    /// By which algorithm the app's own backend signs its tokens, `HS256` or `EdDSA`; nil where there is no key.
    var appTokenAlgorithm: String? { get }
    func verifies(appTokenSignature signature: [UInt8], of message: [UInt8]) -> Bool
}
