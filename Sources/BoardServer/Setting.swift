internal import Glibc

/// One setting: its variable, its flag, and what `--help` says of it.
public struct Setting: Sendable {
    public let variable: String
    public let help: String
    /// May come from a file named by the variable with `_FILE` behind it.
    let isSecret: Bool

    /// The flag's name without its dashes: `KEIJIBAN_LISTEN` is `--listen`.
    public var flag: String {
        let name = variable.hasPrefix("KEIJIBAN_") ? String(variable.dropFirst("KEIJIBAN_".count)) : variable
        return name.lowercased().replacing("_", with: "-")
    }

    init(_ variable: String, _ help: String, isSecret: Bool = false) {
        self.variable = variable
        self.help = help
        self.isSecret = isSecret
    }

    static let database = Setting(
        "DATABASE_URL", "PostgreSQL connection URI; without it libpq's own PG* variables", isSecret: true)
    static let listen = Setting(
        "KEIJIBAN_LISTEN", "HOST:PORT, default 127.0.0.1:8080; port 0 takes a free one")
    static let origins = Setting(
        "KEIJIBAN_ORIGINS", "comma list of origins that may connect; default: the server's own")
    static let trustProxy = Setting(
        "KEIJIBAN_TRUST_PROXY", "comma list of networks whose X-Forwarded-* headers count")
    static let tlsCertificate = Setting(
        "KEIJIBAN_TLS_CERT", "PEM file of the certificate chain, for TLS without a proxy")
    static let tlsKey = Setting("KEIJIBAN_TLS_KEY", "PEM file of the certificate's key")
    static let rateLimits = Setting(
        "KEIJIBAN_RATE_LIMITS", "off for load tests: no limit by account or address")
    static let registration = Setting(
        "KEIJIBAN_REGISTRATION", "who may make an account: open (default), approve, invite or closed")
    static let appKey = Setting(
        "KEIJIBAN_JWT_KEY",
        "key of the app's own tokens (session.exchange): an HS256 secret, or an Ed25519 public key in PEM",
        isSecret: true)
    static let deletedKeep = Setting(
        "KEIJIBAN_DELETED_KEEP", "how long the text of what is deleted is kept, default 30d")
    static let metricsAllow = Setting(
        "KEIJIBAN_METRICS_ALLOW", "comma list of networks that may read /metrics, besides this machine")
    static let log = Setting("KEIJIBAN_LOG", "debug, info (default), warning or error")

    public static let all: [Setting] = [
        database, listen, origins, trustProxy, tlsCertificate, tlsKey, rateLimits, registration, appKey,
        deletedKeep, metricsAllow, log,
    ]
}

extension Config {
    /// Where settings come from.
    struct Source {
        var flags: [String: String]
        var environment: [String: String]

        /// The value as it was given; nil where it was not, or is empty.
        func value(of setting: Setting) throws(Problem) -> String? {
            if let flag = flags[setting.flag] { return flag }
            if let value = environment[setting.variable], !value.isEmpty { return value }
            let variable = setting.variable + "_FILE"
            guard setting.isSecret, let path = environment[variable], !path.isEmpty else { return nil }
            guard let text = Config.contents(of: path) else {
                throw Problem(name: variable, message: "cannot read the file it names")
            }
            return String(text.trimming(while: \.isNewline))
        }

        func list(of setting: Setting) throws(Problem) -> [String] {
            try value(of: setting)?.split(separator: ",").map { String($0.trimming(while: \.isWhitespace)) }
                ?? []
        }

        func networks(of setting: Setting) throws(Problem) -> [Network] {
            var networks: [Network] = []
            for text in try list(of: setting) {
                guard let network = Network(text) else {
                    throw Problem(name: setting.variable, message: "wants networks such as 10.0.0.0/8")
                }
                networks.append(network)
            }
            return networks
        }

        func readableFile(of setting: Setting) throws(Problem) -> String? {
            guard let path = try value(of: setting) else { return nil }
            guard access(path, R_OK) == 0 else {
                throw Problem(name: setting.variable, message: "cannot read the file it names")
            }
            return path
        }
    }

    /// The text of a file of at most 64 KiB; nil where it can't be read.
    fileprivate static func contents(of path: String) -> String? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = fread(&bytes, 1, bytes.count, file)
        guard ferror(file) == 0 else { return nil }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}

extension StringProtocol {
    fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> SubSequence {
        let head = drop(while: isTrimmed)
        guard let last = head.lastIndex(where: { !isTrimmed($0) }) else { return head.prefix(0) }
        return head[...last]
    }
}
