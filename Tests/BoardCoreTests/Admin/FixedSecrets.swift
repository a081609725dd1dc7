import BoardCore

/// Secrets that are none: the same every time.
struct FixedSecrets: Secrets {
    var decoyHash: String { "decoy" }

    func hash(password: String) -> String? { "hash of \(password)" }
    func verifies(_ password: String, hash: String) -> Bool { hash == "hash of \(password)" }
    func token() -> String { "token" }
    func digest(_ token: String) -> [UInt8] { Array(token.utf8) }
    func digest(code: String) -> [UInt8] { Array(code.lowercased().utf8) }
    func code() -> String { "CODE" }

    /// Of the app's tokens; nil for none.
    var appTokenAlgorithm: String? = nil
    func verifies(appTokenSignature signature: [UInt8], of message: [UInt8]) -> Bool {
        signature == FixedSecrets.signature(of: message)
    }

    static func signature(of message: [UInt8]) -> [UInt8] { Array("signed ".utf8) + message }
}
