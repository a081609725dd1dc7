internal import CPostgres
internal import Glibc

/// What libpq is told to connect with: the given conninfo, and what we wish where it says nothing.
struct ConnectionOptions {
    private var values: [String: String]

    /// Seconds until connecting is given up; 0 is never.
    let connectTimeout: Int

    init(conninfo: String, applicationName: String) throws(PostgresError) {
        let given = try ConnectionOptions.parse(conninfo)
        // A peer that vanished without a word is noticed after ten seconds, not after the kernel's two hours.
        let wishes = [
            "fallback_application_name": applicationName,
            "connect_timeout": ConnectionOptions.ambientTimeout() ?? "5",
            "keepalives": "1", "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
            "tcp_user_timeout": "10000",
        ]
        values = wishes.merging(given) { _, given in given }
        values["client_encoding"] = "UTF8"
        connectTimeout = max(0, values["connect_timeout"].flatMap { Int($0) } ?? 5)
    }

    /// Calls with what `PQconnectStartParams` and `PQconnectdbParams` take; the pointers live as long as the call.
    func withPointers<Answer>(
        _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Answer
    ) -> Answer {
        let pairs = Array(values)
        let keywords = pairs.map { strdup($0.key) }, settings = pairs.map { strdup($0.value) }
        defer { (keywords + settings).forEach { free($0) } }
        return body(
            keywords.map { UnsafePointer($0) } + [nil], settings.map { UnsafePointer($0) } + [nil])
    }

    /// The options that the text sets; an empty text sets none, and libpq's `PG…` variables decide.
    static func parse(_ conninfo: String) throws(PostgresError) -> [String: String] {
        guard !conninfo.utf8.contains(0) else { throw PostgresError(message: "conninfo has a zero byte") }
        var reason: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(conninfo, &reason) else {
            defer { PQfreemem(reason) }
            throw PostgresError(message: "conninfo: \(withoutSecrets(PostgresError.words(reason)))")
        }
        defer { PQconninfoFree(options) }
        return read(options)
    }

    /// libpq quotes what it did not understand, which may be a part of the password.
    static func withoutSecrets(_ words: String) -> String {
        let parts = words.split(separator: "\"", omittingEmptySubsequences: false)
        let harmless: Set<Substring> = ["=", ":", "/", "[", "]", "&", "?"]
        for (index, part) in parts.enumerated() where index % 2 == 1 && !harmless.contains(part) {
            return parts[..<index].joined(separator: "\"") + "\"…\""
        }
        return words
    }

    private static func ambientTimeout() -> String? {
        guard let options = PQconndefaults() else { return nil }
        defer { PQconninfoFree(options) }
        return read(options)["connect_timeout"]
    }

    /// The list ends with an option without a keyword.
    private static func read(_ options: UnsafeMutablePointer<PQconninfoOption>) -> [String: String] {
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        return values
    }
}
