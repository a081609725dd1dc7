import BoardProtocol
internal import CSodium
import Glibc

/// An app's own backend: signs tokens for `session.exchange`.
struct AppSigner: Sendable {
    enum Key: Sendable {
        case secret(String)
        /// An Ed25519 secret key.
        case pair([UInt8])
    }

    let key: Key
    /// What the server is given as `KEIJIBAN_JWT_KEY`.
    let setting: String

    /// With an HS256 secret.
    init(secret: String) {
        key = .secret(secret)
        setting = secret
    }

    /// With a new pair of Ed25519 keys, the public one in PEM.
    init() {
        var publicKey = [UInt8](repeating: 0, count: Int(crypto_sign_PUBLICKEYBYTES))
        var secretKey = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
        crypto_sign_keypair(&publicKey, &secretKey)
        key = .pair(secretKey)
        let info: [UInt8] = [0x30, 0x2A, 0x30, 0x05, 0x06, 0x03, 0x2B, 0x65, 0x70, 0x03, 0x21, 0x00]
        setting = """
            -----BEGIN PUBLIC KEY-----
            \(AppSigner.base64(info + publicKey, url: false))
            -----END PUBLIC KEY-----

            """
    }

    var algorithm: String {
        if case .secret = key { "HS256" } else { "EdDSA" }
    }

    /// A token of these claims; without a header of one's own the usual one.
    func token(_ claims: JSON, header: JSON? = nil) -> String {
        let header = header ?? ["alg": .string(algorithm), "typ": "JWT"]
        return token(claims: claims.bytes, header: header.bytes)
    }

    func token(claims: [UInt8], header: [UInt8]) -> String {
        let text = "\(AppSigner.base64(header)).\(AppSigner.base64(claims))"
        return "\(text).\(AppSigner.base64(signature(of: Array(text.utf8))))"
    }

    /// A token of a member that is good for an hour.
    func token(_ subject: String, name: JSON? = nil) -> String {
        var members = [
            JSONMember(name: "sub", value: .string(subject)),
            JSONMember(name: "exp", value: AppSigner.time(3_600)),
        ]
        if let name { members.append(JSONMember(name: "name", value: name)) }
        return token(.object(members))
    }

    /// A NumericDate so many seconds from now.
    static func time(_ seconds: Int64) -> JSON { .number(JSONNumber(Int64(Glibc.time(nil)) + seconds)) }

    private func signature(of message: [UInt8]) -> [UInt8] {
        switch key {
        case .secret(let secret):
            let bytes = Array(secret.utf8)
            var state = crypto_auth_hmacsha256_state()
            var signature = [UInt8](repeating: 0, count: Int(crypto_auth_hmacsha256_BYTES))
            crypto_auth_hmacsha256_init(&state, bytes, bytes.count)
            crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
            crypto_auth_hmacsha256_final(&state, &signature)
            return signature
        case .pair(let secretKey):
            var signature = [UInt8](repeating: 0, count: Int(crypto_sign_BYTES))
            crypto_sign_detached(&signature, nil, message, UInt64(message.count), secretKey)
            return signature
        }
    }

    static func base64(_ bytes: [UInt8], url: Bool = true) -> String {
        let variant = url ? sodium_base64_VARIANT_URLSAFE_NO_PADDING : sodium_base64_VARIANT_ORIGINAL
        var text = [CChar](repeating: 0, count: sodium_base64_encoded_len(bytes.count, variant))
        sodium_bin2base64(&text, text.count, bytes, bytes.count, variant)
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
