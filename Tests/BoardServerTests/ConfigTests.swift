import BoardCore
import Foundation
import Testing

@testable import BoardServer

@Suite("Settings")
struct ConfigTests {
    private func config(
        _ environment: [String: String] = [:], flags: [String: String] = [:]
    ) throws(Config.Problem) -> Config {
        try Config(flags: flags, environment: environment)
    }

    @Test("Without any, the server listens on this machine alone and limits rates")
    func defaults() throws {
        let config = try config()
        #expect(config == Config())
        #expect(config.host == "127.0.0.1" && config.port == 8080)
        #expect(config.limitsRates && config.logLevel == .info)
        #expect(config.origins.isEmpty && config.trustedProxies.isEmpty && config.databaseURL.isEmpty)
    }

    @Test("A flag goes before its variable, and a variable left empty is none")
    func precedence() throws {
        let both = try config(["KEIJIBAN_LISTEN": "127.0.0.1:1"], flags: ["listen": "127.0.0.1:2"])
        #expect(both.port == 2)
        #expect(try config(["KEIJIBAN_LISTEN": ""]).port == 8080)
    }

    @Test(
        "A flag is the variable's name without its first word",
        arguments: [
            (Setting.database, "database-url"), (.listen, "listen"), (.tlsCertificate, "tls-cert"),
            (.trustProxy, "trust-proxy"),
        ])
    func flags(_ setting: Setting, _ flag: String) {
        #expect(setting.flag == flag)
    }

    @Test("Every setting is in the list that --help prints, under a flag of its own")
    func list() {
        #expect(Set(Setting.all.map(\.flag)).count == Setting.all.count)
        #expect(Setting.all.allSatisfy { !$0.help.isEmpty })
    }

    @Test(
        "Where to listen",
        arguments: [
            ("127.0.0.1:0", "127.0.0.1", 0), ("0.0.0.0:65535", "0.0.0.0", 65_535), ("[::1]:80", "::1", 80),
            ("[::]:8080", "::", 8080), ("localhost:8080", "localhost", 8080),
        ])
    func listen(_ text: String, _ host: String, _ port: Int) throws {
        let config = try config(["KEIJIBAN_LISTEN": text])
        #expect(config.host == host && config.port == port)
    }

    @Test(
        "What is no place to listen is refused by name",
        arguments: ["8080", "host", ":8080", "host:", "host:x", "host:65536", "host:-1", "::1:80", "[]:80"])
    func badListen(_ text: String) {
        expectProblem("KEIJIBAN_LISTEN") { () throws(Config.Problem) in
            _ = try config(["KEIJIBAN_LISTEN": text])
        }
    }

    @Test("Lists are split at commas; origins are brought into one form")
    func lists() throws {
        let config = try config([
            "KEIJIBAN_ORIGINS": "https://Example.com, http://localhost:3000",
            "KEIJIBAN_TRUST_PROXY": "10.0.0.0/8 ,::1",
        ])
        #expect(config.origins == ["https://example.com:443", "http://localhost:3000"])
        #expect(config.trustedProxies == [Network("10.0.0.0/8"), Network("::1")].compactMap(\.self))
    }

    @Test(
        "A bad value is refused by its variable's name",
        arguments: [
            ("KEIJIBAN_ORIGINS", "example.com"), ("KEIJIBAN_ORIGINS", "null"),
            ("KEIJIBAN_ORIGINS", "https://a.example,ftp://b.example"),
            ("KEIJIBAN_TRUST_PROXY", "10.0.0.0/33"), ("KEIJIBAN_TRUST_PROXY", "proxy"),
            ("KEIJIBAN_METRICS_ALLOW", "everybody"),
            ("KEIJIBAN_RATE_LIMITS", "maybe"), ("KEIJIBAN_LOG", "loud"), ("KEIJIBAN_LOG", "INFO"),
            ("KEIJIBAN_TLS_CERT", "/nowhere/cert.pem"), ("KEIJIBAN_TLS_KEY", "/nowhere/key.pem"),
            ("DATABASE_URL_FILE", "/nowhere/url"), ("KEIJIBAN_REGISTRATION", "Open"),
            ("KEIJIBAN_DELETED_KEEP", "off"), ("KEIJIBAN_DELETED_KEEP", "forever"),
            ("KEIJIBAN_DELETED_KEEP", "30"), ("KEIJIBAN_JWT_KEY", "-----BEGIN PUBLIC KEY-----"),
        ])
    func badValue(_ variable: String, _ value: String) {
        expectProblem(variable) { () throws(Config.Problem) in _ = try config([variable: value]) }
    }

    @Test("A flag that is no setting's is refused by name")
    func unknownFlag() {
        expectProblem("--port") { () throws(Config.Problem) in _ = try config(flags: ["port": "80"]) }
    }

    @Test("Rate limits go off and on", arguments: [("on", true), ("off", false)])
    func rateLimits(_ value: String, _ limits: Bool) throws {
        #expect(try config(["KEIJIBAN_RATE_LIMITS": value]).limitsRates == limits)
    }

    @Test("Log levels", arguments: Log.Level.allCases)
    func logLevel(_ level: Log.Level) throws {
        #expect(try config(["KEIJIBAN_LOG": level.rawValue]).logLevel == level)
    }

    @Test("Who may register", arguments: Registration.allCases)
    func registration(_ mode: Registration) throws {
        #expect(try config(["KEIJIBAN_REGISTRATION": mode.rawValue]).registration == mode)
        #expect(try config().registration == .open)
    }

    @Test("How long deleted texts are kept", arguments: [("1s", 1), ("36h", 129_600), ("30d", 2_592_000)])
    func deletedKeep(_ value: String, _ seconds: Int64) throws {
        #expect(try config(["KEIJIBAN_DELETED_KEEP": value]).deletedKeep == seconds)
        #expect(try config().deletedKeep == 2_592_000)
    }

    @Test("The app's key is a secret, also from a file; without it there is none")
    func appKey() throws {
        #expect(try config().appKey == nil)
        #expect(try config(["KEIJIBAN_JWT_KEY": "sekret"]).appKey == .secret(Array("sekret".utf8)))
        let file = try TemporaryFile("sekret\n")
        #expect(try config(["KEIJIBAN_JWT_KEY_FILE": file.path]).appKey == .secret(Array("sekret".utf8)))
    }

    @Test("Secrets may come from a file, without the line feed at its end; other settings may not")
    func secretFile() throws {
        let file = try TemporaryFile("postgresql:///board\n")
        let config = try self.config(["DATABASE_URL_FILE": file.path])
        #expect(config.databaseURL == "postgresql:///board")
        let both = try self.config(["DATABASE_URL_FILE": file.path, "DATABASE_URL": "postgresql:///other"])
        #expect(both.databaseURL == "postgresql:///other")
        #expect(try self.config(["KEIJIBAN_LISTEN_FILE": file.path]).port == 8080)
    }

    @Test("Certificate and key go together")
    func tls() throws {
        let file = try TemporaryFile("PEM")
        expectProblem("KEIJIBAN_TLS_KEY") { () throws(Config.Problem) in
            _ = try self.config(["KEIJIBAN_TLS_CERT": file.path])
        }
        expectProblem("KEIJIBAN_TLS_CERT") { () throws(Config.Problem) in
            _ = try self.config(["KEIJIBAN_TLS_KEY": file.path])
        }
        let config = try self.config(["KEIJIBAN_TLS_CERT": file.path, "KEIJIBAN_TLS_KEY": file.path])
        #expect(config.tlsCertificate == file.path && config.tlsKey == file.path)
    }

    private func expectProblem(
        _ name: String, _ location: SourceLocation = #_sourceLocation,
        _ body: () throws(Config.Problem) -> Void
    ) {
        let problem = #expect(throws: Config.Problem.self, sourceLocation: location) { try body() }
        #expect(problem?.name == name, sourceLocation: location)
        #expect(problem?.message.isEmpty == false, sourceLocation: location)
    }
}

/// A file that is gone when nobody needs it any more.
private final class TemporaryFile {
    let path: String

    init(_ text: String) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "keijiban-\(UUID())")
        try Data(text.utf8).write(to: file)
        path = file.path()
    }

    deinit { unlink(path) }
}
