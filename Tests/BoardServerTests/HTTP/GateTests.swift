import Testing

@testable import BoardServer
@testable import WebSockets

@Suite("Which pages may connect, and for which address a connection counts")
struct GateTests {
    private func gate(_ change: (inout Config) -> Void = { _ in }) -> Gate {
        var config = Config()
        config.trustedProxies = [Network("10.0.0.0/8")].compactMap(\.self)
        change(&config)
        return Gate(config)
    }

    private func head(_ headers: [String: String], from address: String = "203.0.113.9") -> RequestHead {
        RequestHead(
            method: "GET", path: "/ws", query: "", remoteAddress: address, isUpgrade: true, isSecure: false,
            headers: headers.map { (name: $0.key, value: $0.value) })
    }

    @Test("No page asks: an app is served")
    func app() {
        #expect(gate().admits(origin: nil, of: head([:])))
    }

    @Test("The server's own page is the one of its Host header, with the scheme it is served by")
    func own() {
        let http = gate()
        #expect(http.admits(origin: "http://board.example:8080", of: head(["host": "board.example:8080"])))
        #expect(http.admits(origin: "http://board.example", of: head(["host": "BOARD.example"])))
        #expect(!http.admits(origin: "https://board.example", of: head(["host": "board.example"])))
        let https = gate { $0.tlsCertificate = "cert.pem" }
        #expect(https.admits(origin: "https://board.example", of: head(["host": "board.example"])))
        #expect(!https.admits(origin: "http://board.example", of: head(["host": "board.example"])))
    }

    @Test(
        "Other pages may not",
        arguments: [
            "null", "", "http://evil.example", "http://board.example:81", "http://board.example.evil.example",
            "http://evil.example/http://board.example",
        ])
    func others(_ origin: String) {
        #expect(!gate().admits(origin: origin, of: head(["host": "board.example"])))
        #expect(!gate().admits(origin: origin, of: head([:])))
    }

    @Test("Listed pages may, whatever the host")
    func listed() {
        let gate = gate { $0.origins = ["https://app.example:443"] }
        #expect(gate.admits(origin: "https://app.example", of: head(["host": "board.example"])))
        #expect(gate.admits(origin: "https://APP.example:443", of: head([:])))
        #expect(!gate.admits(origin: "http://app.example", of: head(["host": "board.example"])))
    }

    @Test("A trusted proxy says which host and scheme the page used; nobody else does")
    func forwarded() {
        let headers = [
            "host": "127.0.0.1:8080", "x-forwarded-host": "board.example", "x-forwarded-proto": "HTTPS",
        ]
        #expect(gate().admits(origin: "https://board.example", of: head(headers, from: "10.1.2.3")))
        #expect(!gate().admits(origin: "http://127.0.0.1:8080", of: head(headers, from: "10.1.2.3")))
        #expect(!gate().admits(origin: "https://board.example", of: head(headers)))
        #expect(gate().admits(origin: "http://127.0.0.1:8080", of: head(headers)))
    }

    @Test("What a proxy does not say is as without one")
    func halfForwarded() {
        #expect(
            gate().admits(
                origin: "http://board.example", of: head(["host": "board.example"], from: "10.1.2.3")))
        #expect(
            gate().admits(
                origin: "https://board.example",
                of: head(["host": "board.example", "x-forwarded-proto": "https"], from: "10.1.2.3")))
    }

    @Test(
        "A connection counts for the last address that no trusted proxy vouches for",
        arguments: [
            ("203.0.113.9", nil, "203.0.113.9"), ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
            ("10.0.0.1", nil, "10.0.0.1"), ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
            ("10.0.0.1", "1.2.3.4, 198.51.100.1", "198.51.100.1"),
            ("10.0.0.1", "1.2.3.4,198.51.100.1 , 10.9.9.9", "198.51.100.1"),
            ("10.0.0.1", "10.2.2.2, 10.9.9.9", "10.2.2.2"), ("10.0.0.1", "unknown", "10.0.0.1"),
            ("10.0.0.1", "1.2.3.4, unknown, 10.9.9.9", "10.9.9.9"), ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
        ] as [(String, String?, String)])
    func address(_ peer: String, _ forwarded: String?, _ address: String) {
        let headers = forwarded.map { ["x-forwarded-for": $0] } ?? [:]
        #expect(gate().address(of: head(headers, from: peer)) == address)
    }
}
