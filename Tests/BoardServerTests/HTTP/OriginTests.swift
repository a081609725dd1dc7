import Testing

@testable import BoardServer

@Suite("Origins of pages")
struct OriginTests {
    @Test(
        "Scheme, host and port, without case and with the scheme's own port",
        arguments: [
            ("https://example.com", "https://example.com:443"),
            ("http://example.com", "http://example.com:80"),
            ("HTTPS://Example.COM", "https://example.com:443"),
            ("https://example.com:8443", "https://example.com:8443"), ("http://[::1]:80", "http://[::1]:80"),
            ("http://[::1]", "http://[::1]:80"), ("https://xn--n8j.example", "https://xn--n8j.example:443"),
        ])
    func reads(_ text: String, _ form: String) {
        #expect(Origin(text)?.text == form)
    }

    @Test(
        "Nothing else is one",
        arguments: [
            "", "null", "example.com", "file:///etc/passwd", "ftp://example.com", "https:example.com",
            "https://",
            "https://example.com/", "https://example.com/path", "https://user@example.com", "https://a b",
            "https://example.com:x", "https://example.com:+443", "https://example.com:0443",
            "https://example.com:65536", "https://例え.example", "https://a.example\n",
            "https://a.example,https://b.example", "https://a.example https://b.example",
        ])
    func refuses(_ text: String) {
        // A comma may stand in a host by its letters; two origins then are none that anybody lists.
        if let origin = Origin(text) { #expect(!["a.example", "b.example"].contains(origin.host)) }
        if !text.contains(",") { #expect(Origin(text) == nil) }
    }

    @Test("Another scheme, host or port is another origin")
    func differ() {
        let own = Origin("https://example.com")
        for other in ["http://example.com", "https://www.example.com", "https://example.com:444"] {
            #expect(Origin(other) != own)
        }
        #expect(Origin("https://example.com:443") == own)
        #expect(Origin(scheme: "https", authority: "EXAMPLE.com") == own)
    }
}
