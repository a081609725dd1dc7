/// The origin of a page: scheme, host, port (RFC 6454), compared without case and with the scheme's default port.
struct Origin: Equatable {
    let scheme: String
    let host: String
    let port: Int

    /// Reads `https://example.com:8443`; nil for anything else, `null` included.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon].lowercased()
        let rest = text[colon...]
        guard scheme == "http" || scheme == "https", rest.hasPrefix("://") else { return nil }
        self.init(scheme: scheme, authority: String(rest.dropFirst(3)))
    }

    /// From a scheme and a `Host` header.
    init?(scheme: String, authority: String) {
        var host = authority.lowercased()[...]
        var port = scheme == "https" ? 443 : 80
        let afterBrackets = host.lastIndex(of: "]") ?? host.startIndex
        if let colon = host[afterBrackets...].lastIndex(of: ":") {
            let digits = host[host.index(after: colon)...]
            guard let number = UInt16(digits), String(number) == digits else { return nil }
            port = Int(number)
            host = host[..<colon]
        }
        guard !host.isEmpty, host.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"/?#@\\".utf8.contains($0) })
        else {
            return nil
        }
        self.scheme = scheme
        self.host = String(host)
        self.port = port
    }

    var text: String { "\(scheme)://\(host):\(port)" }
}
