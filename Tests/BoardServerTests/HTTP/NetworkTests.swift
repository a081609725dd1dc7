import Testing

@testable import BoardServer

@Suite("Ranges of addresses")
struct NetworkTests {
    @Test(
        "Hold what begins with their bits",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1"), ("10.1.2.3", "10.1.2.3"), ("10.1.2.3/32", "10.1.2.3"),
            ("0.0.0.0/0", "203.0.113.9"), ("192.168.4.0/22", "192.168.7.255"), ("fd00::/8", "fd12::1"),
            ("::1", "::1"), ("::/0", "2001:db8::1"), ("10.0.0.0/8", "::ffff:10.0.0.1"),
            ("::ffff:10.0.0.1", "10.0.0.1"),
        ])
    func contains(_ network: String, _ address: String) throws {
        #expect(try #require(Network(network)).contains(address))
    }

    @Test(
        "And nothing else",
        arguments: [
            ("10.0.0.0/8", "11.0.0.1"), ("10.1.2.3", "10.1.2.2"), ("192.168.4.0/22", "192.168.8.0"),
            ("fd00::/8", "fe80::1"), ("0.0.0.0/0", "::1"), ("::/0", "10.0.0.1"), ("10.0.0.0/8", ""),
            ("10.0.0.0/8", "10.0.0"), ("10.0.0.0/8", "unknown"), ("10.0.0.0/8", "10.0.0.1:80"),
        ])
    func leavesOut(_ network: String, _ address: String) throws {
        #expect(try !#require(Network(network)).contains(address))
    }

    @Test(
        "What is none is refused",
        arguments: [
            "", "/", "10.0.0.0/", "10.0.0.0/-1", "10.0.0.0/33", "::/129", "10.0.0/8", "10.0.0.0/8/8", "host",
            "10.0.0.256", "/8", " 10.0.0.1",
        ])
    func refuses(_ text: String) {
        #expect(Network(text) == nil)
    }
}
