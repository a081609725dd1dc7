import Testing

@testable import BoardServer

@Suite("Secrets")
struct VaultTests {
    let vault: Vault

    init() throws { vault = try Vault(cost: .least) }

    @Test("A password fits its own hash alone", arguments: ["correct horse", "正しい馬の電池", " ", "a\u{0}b", ""])
    func roundTrip(_ password: String) throws {
        let hash = try #require(vault.hash(password: password))
        #expect(hash.hasPrefix("$argon2id$"))
        #expect(!hash.contains("\u{0}"))
        #expect(vault.verifies(password, hash: hash))
        #expect(!vault.verifies(password + "x", hash: hash))
        #expect(!vault.verifies("a", hash: hash))
    }

    @Test("The same password has another hash each time")
    func salted() throws {
        let first = try #require(vault.hash(password: "twice"))
        #expect(vault.hash(password: "twice") != first)
    }

    @Test(
        "What is no hash fits nothing",
        arguments: ["", "$argon2id$", "secret", "$argon2id$v=19$m=8,t=1,p=1$x$y"])
    func malformed(_ hash: String) {
        #expect(!vault.verifies("secret", hash: hash))
        #expect(!vault.verifies("", hash: hash))
    }

    @Test("The decoy costs what a real hash costs, and fits nothing")
    func decoy() throws {
        let real = try #require(vault.hash(password: "real"))
        #expect(vault.decoyHash.split(separator: "$").prefix(3) == real.split(separator: "$").prefix(3))
        #expect(!vault.verifies("real", hash: vault.decoyHash))
        #expect(!vault.verifies("", hash: vault.decoyHash))
    }

    @Test("The usual cost is libsodium's for people who wait")
    func interactive() throws {
        let vault = try Vault()
        #expect(vault.decoyHash.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    }

    @Test("No memory, no hash")
    func outOfMemory() {
        #expect(throws: Vault.Failure.outOfMemory) { try Vault(cost: .init(passes: 1, memoryBytes: 0)) }
    }

    @Test("Tokens are 43 characters of base64url, and never the same")
    func tokens() {
        let tokens = (0..<1_000).map { _ in vault.token() }
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        #expect(Set(tokens).count == tokens.count)
        #expect(tokens.allSatisfy { $0.count == 43 && alphabet.isSuperset(of: $0) })
    }

    @Test("A digest is stable, 32 bytes, and another for every token")
    func digests() throws {
        // BLAKE2b-256 of "abc", as published.
        let known = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"
        let hex = vault.digest("abc").map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hex == known)
        #expect(try Vault(cost: .least).digest("abc") == vault.digest("abc"))
        #expect(vault.digest("abd") != vault.digest("abc"))
        #expect(vault.digest("").count == 32)
    }

    @Test("Codes are four groups without look-alikes")
    func codes() {
        let codes = (0..<1_000).map { _ in vault.code() }
        #expect(Set(codes).count == codes.count)
        for code in codes {
            #expect(code.split(separator: "-").map(\.count) == [4, 4, 4, 4])
            #expect(!code.contains { "ILOUilou".contains($0) })
        }
    }

    @Test(
        "A code is known however it is typed",
        arguments: [
            "7k3m-p0qx-1abc-0z9y", "7K3MP0QX1ABC0Z9Y", " 7K3M P0QX  1ABC 0Z9Y\n", "7K3M-POQX-IABC-OZ9Y",
            "7k3m-poqx-labc-oz9y", "７Ｋ３Ｍ－Ｐ０ＱＸ－１ＡＢＣ－０Ｚ９Ｙ",
        ])
    func typedCodes(_ typed: String) {
        #expect(vault.digest(code: typed) == vault.digest(code: "7K3M-P0QX-1ABC-0Z9Y"))
        #expect(vault.digest(code: typed) != vault.digest(code: "7K3M-P0QX-1ABC-0Z9Z"))
    }
}
