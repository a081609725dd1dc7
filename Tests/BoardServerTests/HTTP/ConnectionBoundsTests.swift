import BoardProtocol
import BoardSQL
import BoardTestSupport
import Postgres
import Testing

@testable import BoardServer

@Suite("How many connections and requests one address may have", .needsDatabase)
struct ConnectionBoundsTests {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    @Test("100 that are no WebSockets, whether they say nothing, half a head, or wait for more to ask")
    func others() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let port = try await board.port
            let (refused, served) = try await RawSocket.talk(to: port) { first in
                #expect(try first.request("GET", "/healthz").status == 200)
                var crowd: [RawSocket] = [first]
                for number in 1..<100 {
                    let socket = try RawSocket(port: port)
                    switch number % 3 {
                    case 0: try socket.write(Array("GET /healthz HTT".utf8))
                    case 1:
                        try socket.write(
                            Array("POST /rpc HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{".utf8))
                    default: #expect(try socket.request("GET", "/healthz").status == 200)
                    }
                    crowd.append(socket)
                }
                let refused = try RawSocket(port: port).readHead()
                crowd.removeLast(50)
                // The server hears of it in a moment.
                for _ in 0..<1_000 {
                    let socket = try RawSocket(port: port)
                    if let reply = try? socket.request("GET", "/healthz"), reply.status == 200 {
                        return (refused, true)
                    }
                }
                return (refused, crowd.isEmpty)
            }
            #expect(refused.status == 429 && refused.headers["retry-after"] == "1")
            #expect(served)
            let metrics = try await board.http("GET", "/metrics").body
            #expect(metrics.contains(#"keijiban_http_requests_total{path="other",status="429"}"#))
        }
    }

    @Test("WebSockets are counted by themselves: they leave the places of the others free")
    func webSockets() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            for _ in 0..<100 { _ = try await board.connected() }
            #expect(try await board.http("GET", "/healthz").status == 200)
        }
    }

    @Test(
        "Behind a trusted proxy, requests under way are counted by whom it names, and nonsense is the proxy's own"
    )
    func underWay() async throws {
        try await TestBoard.run({
            $0.limitsRates = true
            $0.trustedProxies = [Network("127.0.0.1")].compactMap(\.self)
        }) { board in
            let port = try await board.port
            let database = board.database
            let statuses = try await RawSocket.talk(to: port) { _ in
                let holder = try database.connect()
                try holder.exec("begin; lock table threads in access exclusive mode")
                let list = #"{"jsonrpc":"2.0","id":1,"method":"thread.list"}"#
                func begin(_ address: String) throws -> RawSocket {
                    let socket = try RawSocket(port: port)
                    try socket.begin("POST", "/rpc", ["X-Forwarded-For": address], body: list)
                    return socket
                }
                func ask(_ address: String) throws -> Int {
                    try RawSocket(port: port).request(
                        "POST", "/rpc", ["X-Forwarded-For": address], body: Self.ping
                    ).status
                }
                var crowd: [RawSocket] = []
                // One /64 is one household.
                for number in 0..<100 { crowd.append(try begin("2001:db8::\(number + 1)")) }
                var full = try ask("2001:db8::ffff")
                // What was sent last may not have been read yet.
                for _ in 0..<1_000 where full != 429 { full = try ask("2001:db8::ffff") }
                let statuses = [
                    full, try ask("2001:db8:0:1::1"), try ask("203.0.113.9"), try ask("nonsense"),
                ]
                try holder.exec("rollback")
                let answered = try crowd.map { try $0.readHead().status }
                return statuses + [try ask("2001:db8::1"), answered.count { $0 == 200 }]
            }
            #expect(statuses == [429, 200, 200, 200, 200, 100])
        }
    }
}
