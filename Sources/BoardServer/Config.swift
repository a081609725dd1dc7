public import BoardCore
internal import Glibc

/// All settings, read once at the start from flags and the environment.
public struct Config: Sendable, Equatable {
    /// libpq's connection string; empty for its own PG* variables.
    public var databaseURL = ""
    public var host = "127.0.0.1"
    /// 0 takes a free port.
    public var port = 8080
    /// Origins of pages that may connect, besides the server's own.
    public var origins: [String] = []
    /// Networks whose forwarding headers count.
    public var trustedProxies: [Network] = []
    /// Networks that may read the metrics, besides the server's own machine.
    public var metricsReaders: [Network] = []
    public var tlsCertificate: String?
    public var tlsKey: String?
    /// Off for load tests.
    public var limitsRates = true
    public var logLevel = Log.Level.info
    public var registration = Registration.open
    /// By which the app's own backend signs its tokens; nil for none.
    var appKey: AppKey?
    /// How long the text of what is deleted is kept, in seconds.
    public var deletedKeep: Int64 = 30 * 86_400

    public init() {}

    /// A setting that cannot be used: its variable, and what is wrong with it.
    public struct Problem: Error, Sendable, Equatable {
        public var name: String
        public var message: String
    }

    /// Reads the settings; a flag such as `--listen` goes before its variable `KEIJIBAN_LISTEN`.
    ///
    /// - Parameters:
    ///   - flags: names as on the command line, without dashes, and their values.
    ///   - environment: as of the process.
    public init(flags: [String: String] = [:], environment: [String: String]) throws(Problem) {
        let source = Source(flags: flags, environment: environment)
        for flag in flags.keys where Setting.all.allSatisfy({ $0.flag != flag }) {
            throw Problem(name: "--\(flag)", message: "there is no such setting")
        }
        databaseURL = try source.value(of: .database) ?? ""
        if let listen = try source.value(of: .listen) {
            guard let (host, port) = Config.address(listen) else {
                throw Problem(
                    name: Setting.listen.variable, message: "wants HOST:PORT, such as 127.0.0.1:8080")
            }
            (self.host, self.port) = (host, port)
        }
        for origin in try source.list(of: .origins) {
            guard let parsed = Origin(origin) else {
                throw Problem(
                    name: Setting.origins.variable, message: "wants origins such as https://example.com")
            }
            origins.append(parsed.text)
        }
        trustedProxies = try source.networks(of: .trustProxy)
        metricsReaders = try source.networks(of: .metricsAllow)
        tlsCertificate = try source.readableFile(of: .tlsCertificate)
        tlsKey = try source.readableFile(of: .tlsKey)
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            let missing: Setting = tlsKey == nil ? .tlsKey : .tlsCertificate
            throw Problem(name: missing.variable, message: "certificate and key go together")
        }
        switch try source.value(of: .rateLimits) ?? "on" {
        case "on": limitsRates = true
        case "off": limitsRates = false
        default: throw Problem(name: Setting.rateLimits.variable, message: "wants on or off")
        }
        if let mode = try source.value(of: .registration) {
            guard let parsed = Registration(rawValue: mode) else {
                throw Problem(
                    name: Setting.registration.variable, message: "wants open, approve, invite or closed")
            }
            registration = parsed
        }
        if let key = try source.value(of: .appKey) {
            guard let parsed = AppKey(key) else {
                throw Problem(
                    name: Setting.appKey.variable,
                    message: "wants an HS256 secret, or the PEM of an Ed25519 public key")
            }
            appKey = parsed
        }
        if let time = try source.value(of: .deletedKeep) {
            guard let seconds = try? Durations.seconds(time, field: ""), seconds > 0 else {
                throw Problem(name: Setting.deletedKeep.variable, message: "wants a time such as 30d")
            }
            deletedKeep = seconds
        }
        if let level = try source.value(of: .log) {
            guard let parsed = Log.Level(rawValue: level) else {
                throw Problem(name: Setting.log.variable, message: "wants debug, info, warning or error")
            }
            logLevel = parsed
        }
    }

    /// `HOST:PORT`, an IPv6 host in brackets.
    private static func address(_ text: String) -> (host: String, port: Int)? {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
        } else if host.contains(":") {
            return nil
        }
        return host.isEmpty ? nil : (host, Int(port))
    }
}
