import BoardProtocol
import Testing

@testable import BoardServer

@Suite("The key of the app's own tokens")
struct AppKeyTests {
    /// RFC 8037, appendix A: the key, and the signature of the example.
    private static let pem = """
        -----BEGIN PUBLIC KEY-----
        MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=
        -----END PUBLIC KEY-----
        """
    private static let message =
        "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
    private static let signature =
        "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg"

    @Test("A PEM public key verifies the standard's own example, and nothing else")
    func ed25519() throws {
        let key = try #require(AppKey(Self.pem))
        #expect(key.algorithm == "EdDSA")
        let signature = try #require(Self.decoded(Self.signature))
        let message = Array(Self.message.utf8)
        #expect(key.verifies(signature, of: message))
        #expect(!key.verifies(signature, of: message + [0]))
        #expect(!key.verifies(Array(signature.dropLast()), of: message))
        #expect(!key.verifies(signature + [0], of: message) && !key.verifies([], of: message))
        for index in [0, 31, 32, 63] {
            var changed = signature
            changed[index] ^= 1
            #expect(!key.verifies(changed, of: message))
        }
    }

    @Test("The PEM may stand in a variable: with its line ends spelled, or with text around it")
    func spellings() throws {
        let key = try #require(AppKey(Self.pem))
        for text in [
            Self.pem.replacing("\n", with: "\\n"), Self.pem.replacing("\n", with: "\r\n"),
            "\n\(Self.pem)\n\n",
            "the app's:\n" + Self.pem,
        ] {
            #expect(AppKey(text) == key)
        }
    }

    @Test("A secret is its bytes: RFC 4231's second case")
    func hmac() throws {
        let key = try #require(AppKey("Jefe"))
        #expect(key.algorithm == "HS256" && key == .secret(Array("Jefe".utf8)))
        let hex = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        let signature = stride(from: 0, to: 64, by: 2).compactMap { index in
            UInt8(hex.dropFirst(index).prefix(2), radix: 16)
        }
        let message = Array("what do ya want for nothing?".utf8)
        #expect(key.verifies(signature, of: message))
        #expect(!key.verifies(signature, of: Array(message.dropLast())))
        #expect(!key.verifies(Array(signature.dropLast()), of: message) && !key.verifies([], of: message))
        #expect(AppKey("jefe")?.verifies(signature, of: message) == false)
        // Longer than a block of the hash.
        #expect(AppKey(String(repeating: "x", count: 200))?.algorithm == "HS256")
    }

    @Test(
        "What is no key is none, and no PEM is taken for a secret",
        arguments: [
            "", "-----BEGIN PUBLIC KEY-----", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----",
            "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n-----END PRIVATE KEY-----",
            "-----BEGIN CERTIFICATE-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END CERTIFICATE-----",
            "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VuAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=\n-----END PUBLIC KEY-----",
            "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHUQ==\n-----END PUBLIC KEY-----",
            "-----END PUBLIC KEY-----\n-----BEGIN PUBLIC KEY-----",
        ])
    func none(_ text: String) {
        #expect(AppKey(text) == nil)
    }

    /// Base64 without padding, with the alphabet that URLs take.
    private static func decoded(_ text: String) -> [UInt8]? {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var (bytes, bits, held): ([UInt8], Int, UInt32) = ([], 0, 0)
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            held = (held << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(held >> UInt32(bits) & 0xFF))
            }
        }
        return bytes
    }
}
