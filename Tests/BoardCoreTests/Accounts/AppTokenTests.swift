import BoardProtocol
import Testing

@testable import BoardCore

@Suite("Reading the app's own token")
struct AppTokenTests {
    private let secrets = FixedSecrets()

    private func token(_ claims: String, header: String = #"{"alg":"HS256"}"#) -> String {
        let text = Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(Array(claims.utf8))
        return text + "." + Base64URL.encode(FixedSecrets.signature(of: Array(text.utf8)))
    }

    private func read(_ claims: String, header: String = #"{"alg":"HS256"}"#) -> AppToken? {
        AppToken(token(claims, header: header), algorithm: "HS256", verifiedBy: secrets)
    }

    @Test("The subject, a name that is a text, and its times in milliseconds")
    func claims() throws {
        let all = try #require(read(#"{"sub":"u1","exp":100,"nbf":50.5,"name":"Aki","iat":1,"more":{}}"#))
        #expect(all.subject == "u1" && all.name == "Aki")
        #expect(all.expiresMs == 100_000 && all.notBeforeMs == 50_500)
        let least = try #require(read(#"{"exp":1.5e3,"sub":"ü"}"#))
        #expect(
            least.subject == "ü" && least.name == nil && least.expiresMs == 1_500_000
                && least.notBeforeMs == nil)
        #expect(read(#"{"sub":"u1","exp":-1,"name":7}"#)?.name == nil)
        #expect(read(#"{"sub":"u1","exp":1}"#, header: #"{"typ":"JWT","kid":"1","alg":"HS256"}"#) != nil)
    }

    @Test(
        "What does not say who and until when is no token",
        arguments: [
            "", "{}", "[]", "null", #"{"sub":"u1"}"#, #"{"exp":1}"#, #"{"sub":7,"exp":1}"#,
            #"{"sub":"","exp":1}"#,
            #"{"sub":"u1","exp":"1"}"#, #"{"sub":"u1","exp":null}"#, #"{"sub":"u1","exp":1e13}"#,
            #"{"sub":"u1","exp":1e999}"#,
            #"{"sub":"u1","exp":1,"nbf":"1"}"#, #"{"sub":"u1","exp":1,"nbf":null}"#,
            #"{"sub":"a\u0000","exp":1}"#,
            #"{"sub":"u1","exp":1,"exp":1}"#, #"{"sub":"u1","exp":1} x"#, #"{"sub":"\ud800","exp":1}"#,
        ])
    func unclear(_ claims: String) {
        #expect(read(claims) == nil)
    }

    @Test("A subject has 1 to 255 bytes")
    func subject() {
        for (length, isGood) in [(1, true), (255, true), (256, false)] {
            let claims = #"{"sub":"\#(String(repeating: "x", count: length))","exp":1}"#
            #expect((read(claims) != nil) == isGood, "\(length)")
        }
    }

    @Test(
        "Only the key's own algorithm, and nothing that has to be understood",
        arguments: [
            #"{"alg":"none"}"#, #"{"alg":"EdDSA"}"#, #"{"alg":"hs256"}"#, #"{"alg":null}"#, "{}", "[]",
            #"{"alg":"HS256","crit":[]}"#, #"{"alg":"HS256","alg":"HS256"}"#,
        ])
    func header(_ header: String) {
        #expect(read(#"{"sub":"u1","exp":1}"#, header: header) == nil)
    }

    @Test("Three parts, all of them base64url, and a signature that is right; at most 8 KiB")
    func form() {
        let good = token(#"{"sub":"u1","exp":1}"#)
        func reads(_ text: String) -> Bool {
            AppToken(text, algorithm: "HS256", verifiedBy: secrets) != nil
        }
        #expect(reads(good))
        let parts = good.split(separator: ".").map(String.init)
        for text in [
            "", ".", "..", parts[0], "\(parts[0]).\(parts[1])", "\(good).", ".\(good)", "\(good)=",
            " \(good)", "\(good)\n",
            "\(parts[0]).\(parts[1]).", "\(parts[0]).\(parts[1]).AAAA", "\(parts[1]).\(parts[0]).\(parts[2])",
        ] {
            #expect(!reads(text), "\(text)")
        }
        #expect(!reads(token(#"{"sub":"u1","exp":1,"pad":"\#(String(repeating: "x", count: 8_192))"}"#)))
    }
}
