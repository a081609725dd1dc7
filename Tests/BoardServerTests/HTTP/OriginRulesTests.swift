import BoardProtocol
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("Which pages plain HTTP serves, and with what", .needsDatabase)
struct OriginRulesTests {
    private static let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#

    @Test("A page from elsewhere is refused, at /rpc and /session")
    func foreign() async throws {
        try await TestBoard.run({ $0.origins = ["https://app.example:443"] }) { board in
            for origin in ["https://evil.example", "null", "http://localhost:1"] {
                for (method, path) in [
                    ("POST", "/rpc"), ("OPTIONS", "/rpc"), ("POST", "/session"), ("DELETE", "/session"),
                ] {
                    let body = method == "POST" ? Self.ping : nil
                    let reply = try await board.http(method, path, ["Origin": origin], body: body)
                    #expect(reply.status == 403 && reply.reason == "forbidden", "\(origin) \(method) \(path)")
                    #expect(reply.headers["access-control-allow-origin"] == nil)
                }
            }
        }
    }

    @Test("A page of a listed origin may read answers, and send a token with its requests")
    func listed() async throws {
        try await TestBoard.run({ $0.origins = ["https://app.example:443"] }) { board in
            let origin = ["Origin": "https://app.example"]
            let preflight = try await board.http("OPTIONS", "/rpc", origin)
            #expect(preflight.status == 204)
            #expect(preflight.headers["access-control-allow-origin"] == "https://app.example")
            #expect(preflight.headers["access-control-allow-methods"] == "POST")
            #expect(preflight.headers["access-control-allow-headers"] == "Authorization, Content-Type")
            #expect(preflight.headers["access-control-allow-credentials"] == nil)
            let reply = try await board.http("POST", "/rpc", origin, body: Self.ping)
            #expect(reply.status == 200)
            #expect(reply.headers["access-control-allow-origin"] == "https://app.example")
            #expect(reply.headers["vary"] == "Origin")
            let bad = origin.merging(bearer("nonsense")) { $1 }
            let refused = try await board.http("POST", "/rpc", bad, body: Self.ping)
            #expect(refused.status == 401)
            #expect(refused.headers["access-control-allow-origin"] == "https://app.example")
            let own = try await board.http("POST", "/rpc", board.ownOrigin, body: Self.ping)
            #expect(own.status == 200)
            #expect(own.headers["access-control-allow-origin"] == nil)
        }
    }

    @Test("What changes something and comes with a cookie needs an Origin; reading does not")
    func cookieNeedsOrigin() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let cookie = try await board.cookie(of: "aki")
            let own = try await board.ownOrigin.merging(cookie) { $1 }
            #expect(try await board.rpc("account.get", [:], cookie)["result"]?["account"] != nil)
            #expect(try await board.rpc("ping", [:], cookie)["result"] != nil)
            #expect(try await board.rpc("no.such", [:], cookie).reason == "methodNotFound")
            for (method, params) in [
                ("thread.create", ["title": "Tea"]), ("session.logout", [:]),
                ("admin.run", ["command": "help"]),
            ] as [(String, JSON)] {
                let body = Outgoing.request(.integer(1), method: method, params: params)
                let text = String(decoding: body, as: UTF8.self)
                let reply = try await board.http("POST", "/rpc", cookie, body: text)
                #expect(reply.status == 403 && reply.reason == "forbidden", "\(method)")
            }
            #expect(try await board.http("DELETE", "/session", cookie).status == 403)
            #expect(try await board.rpc("thread.create", ["title": "Tea"], own)["result"] != nil)
            // A token is added by nobody but whoever knows it.
            let both = cookie.merging(bearer(aki.token)) { $1 }
            #expect(try await board.rpc("thread.create", ["title": "Rice"], both)["result"] != nil)
        }
    }

    @Test("A page of one origin can't use the cookie at another's server")
    func foreignWithCookie() async throws {
        try await TestBoard.run { board in
            _ = try await board.member("aki")
            var headers = try await board.cookie(of: "aki")
            headers["Origin"] = "https://evil.example"
            #expect(try await board.http("POST", "/rpc", headers, body: Self.ping).status == 403)
            #expect(try await board.handshake(headers).status == 403)
        }
    }
}
