internal import CSodium

/// The key by which the app's own backend signs its tokens (`KEIJIBAN_JWT_KEY`).
///
/// A PEM public key means EdDSA with Ed25519 (RFC 8037); all else is the HS256 secret's bytes.
enum AppKey: Sendable, Equatable {
    case secret([UInt8])
    case publicKey([UInt8])

    /// Nil for a PEM that is no Ed25519 public key, and for an empty secret.
    init?(_ text: String) {
        guard text.contains("-----BEGIN") else {
            let secret = Array(text.utf8)
            guard !secret.isEmpty else { return nil }
            self = .secret(secret)
            return
        }
        guard let key = AppKey.ed25519(pem: text) else { return nil }
        self = .publicKey(key)
    }

    var algorithm: String {
        switch self {
        case .secret: "HS256"
        case .publicKey: "EdDSA"
        }
    }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch self {
        case .secret(let secret):
            guard signature.count == Int(crypto_auth_hmacsha256_BYTES) else { return false }
            var state = crypto_auth_hmacsha256_state()
            var expected = [UInt8](repeating: 0, count: signature.count)
            crypto_auth_hmacsha256_init(&state, secret, secret.count)
            crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
            crypto_auth_hmacsha256_final(&state, &expected)
            return sodium_memcmp(expected, signature, signature.count) == 0
        case .publicKey(let key):
            guard signature.count == Int(crypto_sign_BYTES) else { return false }
            return crypto_sign_verify_detached(signature, message, UInt64(message.count), key) == 0
        }
    }

    /// What stands before the key's 32 bytes in a SubjectPublicKeyInfo of Ed25519 (RFC 8410, 4).
    private static let prefix: [UInt8] = [
        0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00,
    ]

    private static func ed25519(pem: String) -> [UInt8]? {
        let begin = "-----BEGIN PUBLIC KEY-----"
        let end = "-----END PUBLIC KEY-----"
        // From a variable the line ends may have come as two characters each.
        let text = pem.replacing("\\n", with: "\n")
        guard let start = text.firstRange(of: begin), let stop = text.firstRange(of: end),
            start.upperBound <= stop.lowerBound
        else { return nil }
        let base64 = String(text[start.upperBound..<stop.lowerBound].filter { !$0.isWhitespace })
        var bytes = [UInt8](repeating: 0, count: 64)
        var count = 0
        let code = sodium_base642bin(
            &bytes, bytes.count, base64, base64.utf8.count, nil, &count, nil, sodium_base64_VARIANT_ORIGINAL)
        guard code == 0, count == prefix.count + 32, bytes.starts(with: prefix) else { return nil }
        return Array(bytes[prefix.count..<count])
    }
}
