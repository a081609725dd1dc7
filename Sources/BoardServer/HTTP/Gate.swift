import WebSockets

/// Who may come in at the handshake: the rules on origins, and whose address a connection counts for.
struct Gate {
    let origins: [Origin]
    let trustedProxies: [Network]
    let isSecure: Bool

    init(_ config: Config) {
        origins = config.origins.compactMap(Origin.init)
        trustedProxies = config.trustedProxies
        isSecure = config.tlsCertificate != nil
    }

    /// Whether the page that asks may: none asks (an app), it is the server's own, or it is in the list.
    func admits(origin header: String?, of head: RequestHead) -> Bool {
        guard let header else { return true }
        guard let origin = Origin(header) else { return false }
        if origins.contains(origin) { return true }
        let isProxied = trusts(head.remoteAddress)
        let scheme = (isProxied ? head.header("x-forwarded-proto") : nil) ?? (isSecure ? "https" : "http")
        guard let host = (isProxied ? head.header("x-forwarded-host") : nil) ?? head.header("host") else {
            return false
        }
        return Origin(scheme: scheme.lowercased(), authority: host) == origin
    }

    /// The address that limits count by: the last one that no trusted proxy vouches for.
    func address(of head: RequestHead) -> String {
        guard trusts(head.remoteAddress), let forwarded = head.header("x-forwarded-for") else {
            return head.remoteAddress
        }
        var address = head.remoteAddress
        for part in forwarded.split(separator: ",").reversed() {
            let next = part.filter { !$0.isWhitespace }
            guard Network.bytes(of: next) != nil else { break }
            address = next
            if !trusts(next) { break }
        }
        return address
    }

    private func trusts(_ address: String) -> Bool { trustedProxies.contains { $0.contains(address) } }
}
