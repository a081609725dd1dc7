import BoardCore
import WebSockets

/// Who may come in at the handshake: the rules on origins, and whose address a connection counts for.
struct Gate {
    let origins: [Origin]
    let trustedProxies: [Network]
    private let speaksTLS: Bool
    private let limitsRates: Bool
    private let registration: Registration
    private let metricsReaders: [Network]

    init(_ config: Config) {
        origins = config.origins.compactMap(Origin.init)
        trustedProxies = config.trustedProxies
        speaksTLS = config.tlsCertificate != nil
        limitsRates = config.limitsRates
        registration = config.registration
        metricsReaders = config.metricsReaders
    }

    /// Whether the page that sends a request may, as ``admits(origin:of:)`` says.
    func admits(_ head: RequestHead) -> Bool { admits(origin: head.header("origin"), of: head) }

    /// Whether a request may change something: a browser adds the cookie to whatever any page sends, so that a request
    /// with one has to say which page it is of.
    func mayChange(_ head: RequestHead) -> Bool {
        guard Doorman.Credentials(head).isCookie else { return true }
        return head.header("origin") != nil && admits(head)
    }

    /// Whether a page is one of those that the settings let in.
    func isListed(_ origin: String) -> Bool { Origin(origin).map(origins.contains) ?? false }

    /// Whether the page that asks may: none asks (an app), it is the server's own, or it is in the list.
    func admits(origin header: String?, of head: RequestHead) -> Bool {
        guard let header else { return true }
        guard let origin = Origin(header) else { return false }
        if origins.contains(origin) { return true }
        let isProxied = trusts(head.remoteAddress)
        guard let host = (isProxied ? head.header("x-forwarded-host") : nil) ?? head.header("host") else {
            return false
        }
        return Origin(scheme: scheme(of: head), authority: host) == origin
    }

    /// Whether it came to us, or to a trusted proxy, over TLS.
    func isSecure(_ head: RequestHead) -> Bool { scheme(of: head) == "https" }

    private func scheme(of head: RequestHead) -> String {
        let forwarded = trusts(head.remoteAddress) ? head.header("x-forwarded-proto") : nil
        return forwarded?.lowercased() ?? (speaksTLS ? "https" : "http")
    }

    /// A guest, as limits and the list of sessions know it.
    func viewer(of head: RequestHead) -> Viewer {
        var viewer = Viewer(
            address: Network.household(of: address(of: head)), isLimited: limitsRates,
            client: head.header("user-agent").map { String($0.prefix(200)) })
        viewer.registration = registration
        return viewer
    }

    /// The address that limits count by: the last one that no trusted proxy vouches for.
    func address(of head: RequestHead) -> String { source(of: head).address }

    /// Whom a peer's connections count for before any head has come; nil for a proxy, and where nothing is limited.
    func group(of peer: String) -> String? {
        limitsRates && !trusts(peer) ? Network.household(of: peer) : nil
    }

    /// Whether the server's numbers may be told: to this machine, and to the networks that the settings name.
    ///
    /// Whoever says that it speaks for somebody else, without being trusted or without being understood, is nobody.
    func mayMeasure(_ head: RequestHead) -> Bool {
        let (address, isKnown) = source(of: head)
        return isKnown && (Gate.ownMachine + metricsReaders).contains { $0.contains(address) }
    }

    private static let ownMachine = [Network("127.0.0.0/8"), Network("::1")].compactMap(\.self)

    /// The address, and whether there is no doubt about it.
    private func source(of head: RequestHead) -> (address: String, isKnown: Bool) {
        guard trusts(head.remoteAddress), let forwarded = head.header("x-forwarded-for") else {
            let isForwarded = ["x-forwarded-for", "forwarded", "x-real-ip"].contains {
                head.header($0) != nil
            }
            return (head.remoteAddress, !isForwarded)
        }
        var address = head.remoteAddress
        for part in forwarded.split(separator: ",", omittingEmptySubsequences: false).reversed() {
            let next = part.filter { !$0.isWhitespace }
            guard Network.bytes(of: next) != nil else { return (address, false) }
            address = next
            if !trusts(next) { break }
        }
        return (address, true)
    }

    private func trusts(_ address: String) -> Bool { trustedProxies.contains { $0.contains(address) } }
}
