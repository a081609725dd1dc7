import WebSockets

/// The web client's cookie, which holds a session's token where no script can read it.
enum SessionCookie {
    private static let name = "keijiban_session"
    /// As long as a session lives without being used: 90 days.
    private static let lifeSeconds = 90 * 24 * 3_600

    /// The token in a request's cookie; nil without one.
    static func token(in head: RequestHead) -> String? {
        guard let header = head.header("cookie") else { return nil }
        for pair in header.split(separator: ";") {
            let pair = pair.drop { $0 == " " || $0 == "\t" }
            guard pair.hasPrefix("\(name)=") else { continue }
            let value = pair.dropFirst(name.count + 1)
            return value.isEmpty ? nil : String(value)
        }
        return nil
    }

    /// The header that has a browser keep a token.
    static func keeping(_ token: String, isSecure: Bool) -> (String, String) {
        header(value: token, seconds: lifeSeconds, isSecure)
    }

    /// The header that has a browser forget it.
    static func forgetting(isSecure: Bool) -> (String, String) {
        header(value: "", seconds: 0, isSecure)
    }

    private static func header(value: String, seconds: Int, _ isSecure: Bool) -> (String, String) {
        let secure = isSecure ? "; Secure" : ""
        return (
            "Set-Cookie", "\(name)=\(value); Path=/; Max-Age=\(seconds); HttpOnly; SameSite=Strict\(secure)"
        )
    }
}
