internal import BoardCore
internal import CSodium

/// What only cryptography can do: passwords, tokens and one-time codes, with libsodium underneath.
///
/// Stateless, for any thread. ``hash(password:)`` and ``verifies(_:hash:)`` take a tenth of a second and
/// 64 MiB each at the usual cost: call them on a ``WorkerPool``.
struct Vault: Secrets {
    /// What one password hash costs, us as well as whoever guesses.
    struct Cost: Sendable {
        /// Passes over the memory.
        var passes: UInt64
        var memoryBytes: Int

        /// libsodium's `INTERACTIVE`, for people who wait for the answer.
        static let interactive = Cost(
            passes: UInt64(crypto_pwhash_opslimit_interactive()),
            memoryBytes: crypto_pwhash_memlimit_interactive())
        /// The least the library takes: for tests only.
        static let least = Cost(
            passes: UInt64(crypto_pwhash_opslimit_min()), memoryBytes: crypto_pwhash_memlimit_min())
    }

    enum Failure: Error {
        /// `sodium_init`: no source of random numbers.
        case notReady
        /// No memory even for the first hash.
        case outOfMemory
    }

    /// A hash that no password matches: checked for an unknown name, which then takes as long as a known one.
    let decoyHash: String

    private let cost: Cost
    private let appKey: AppKey?

    /// Readies the library, and makes one hash; takes as long as that.
    init(cost: Cost = .interactive, appKey: AppKey? = nil) throws(Failure) {
        // 1 is "already done", by another vault.
        guard sodium_init() >= 0 else { throw .notReady }
        self.cost = cost
        self.appKey = appKey
        guard let hash = Vault.hash(password: Vault.token(), cost: cost) else { throw .outOfMemory }
        decoyHash = hash
    }

    /// The Argon2id hash with its salt and cost (`crypto_pwhash_str`); nil when there is no memory for it.
    func hash(password: String) -> String? {
        Vault.hash(password: password, cost: cost)
    }

    /// Whether the hash was made of this password; false as well when memory has run out.
    func verifies(_ password: String, hash: String) -> Bool {
        crypto_pwhash_str_verify(hash, password, UInt64(password.utf8.count)) == 0
    }

    /// 256 random bits, in 43 characters of base64url.
    func token() -> String { Vault.token() }

    /// What is stored of a token: 32 bytes of BLAKE2b (`crypto_generichash`), of no use to a thief.
    ///
    /// Unsalted and quick, which suits random tokens and codes and nothing that people think up.
    func digest(_ token: String) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let input = Array(token.utf8)
        let code = crypto_generichash(&digest, digest.count, input, UInt64(input.count), nil, 0)
        precondition(code == 0, "crypto_generichash takes any input")
        return digest
    }

    /// A one-time code that people read out and type: `7K3M-P0QX-…`, four groups of four, 80 random bits.
    func code() -> String {
        let count = UInt32(Vault.alphabet.count)
        let groups = (0..<4).map { _ in
            String((0..<4).map { _ in Vault.alphabet[Int(randombytes_uniform(count))] })
        }
        return groups.joined(separator: "-")
    }

    /// What is stored of a code, and looked up: the same however it was typed.
    ///
    /// Case, width, hyphens and spaces do not matter, nor does O for 0, or I or L for 1.
    func digest(code: String) -> [UInt8] {
        digest(Vault.canonical(code))
    }

    /// Crockford's base 32: without I, L, O (look-alikes) and U (accidental words).
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private static func canonical(_ code: String) -> String {
        var result = ""
        for scalar in code.unicodeScalars {
            // Full-width forms lie at a fixed distance from ASCII.
            let isWide = 0xFF01...0xFF5E ~= scalar.value
            let narrow = isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar
            if narrow == "-" || narrow.properties.isWhitespace { continue }
            switch narrow.properties.uppercaseMapping {
            case "O": result += "0"
            case "I", "L": result += "1"
            case let character: result += character
            }
        }
        return result
    }

    var appTokenAlgorithm: String? { appKey?.algorithm }

    func verifies(appTokenSignature signature: [UInt8], of message: [UInt8]) -> Bool {
        appKey?.verifies(signature, of: message) ?? false
    }

    private static func hash(password: String, cost: Cost) -> String? {
        var text = [CChar](repeating: 0, count: crypto_pwhash_strbytes())
        let code = crypto_pwhash_str(
            &text, password, UInt64(password.utf8.count), cost.passes, cost.memoryBytes)
        guard code == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func token() -> String {
        var random = [UInt8](repeating: 0, count: 32)
        randombytes_buf(&random, random.count)
        let variant = sodium_base64_VARIANT_URLSAFE_NO_PADDING
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(random.count, variant))
        sodium_bin2base64(&text, text.count, random, random.count, variant)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
