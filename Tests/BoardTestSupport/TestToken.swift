// The vault is the server's own business, and only builds for debugging may look inside.
#if DEBUG
    @testable import BoardServer
#endif

/// A session's token, and what the database keeps of it; made as the server makes them.
struct TestToken {
    let text: String
    let digest: [UInt8]

    init() throws {
        #if DEBUG
            let vault = try TestToken.vault.get()
            text = vault.token()
            digest = vault.digest(text)
        #else
            throw BuiltForRelease()
        #endif
    }

    #if DEBUG
        private static let vault = Result { try Vault(cost: .least) }
    #else
        struct BuiltForRelease: Error {}
    #endif
}
