import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("The web client's cookie", .needsDatabase)
struct SessionDeskTests {
    @Test("Logging in by password sets a cookie that no script can read, and answers with the account alone")
    func logIn() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let body = #"{"name":"aki","password":"\#(TestMember.password)"}"#
            let reply = try await board.http("POST", "/session", body: body)
            #expect(reply.status == 200)
            #expect(try reply.json.names == ["account"])
            #expect(try reply.json["account"]?["id"] == aki.id.json)
            let parts = reply.headers["set-cookie"]?.split(separator: "; ").map(String.init) ?? []
            #expect(
                Set(parts.dropFirst()) == ["Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=7776000"])
            let cookie = ["Cookie": try #require(reply.cookie)]
            let account = try await board.rpc("account.get", [:], cookie)
            #expect(account["result"]?["account"]?["name"] == "aki")
            #expect(try await board.greeting(cookie).contains(#""role":"member""#))
        }
    }

    @Test("A token that the page has goes into the cookie, too")
    func token() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let reply = try await board.http("POST", "/session", body: #"{"token":"\#(aki.token)"}"#)
            #expect(reply.status == 200)
            #expect(try reply.json["account"]?["name"] == "aki")
            #expect(reply.cookie?.hasSuffix("=\(aki.token)") == true)
        }
    }

    @Test("Over TLS, as a trusted proxy says, the cookie is for TLS alone")
    func secure() async throws {
        let secure = ["X-Forwarded-Proto": "https"]
        try await TestBoard.run({ $0.trustedProxies = [Network("127.0.0.1")].compactMap(\.self) }) { board in
            let aki = try await board.quickMember("aki")
            let body = #"{"token":"\#(aki.token)"}"#
            let reply = try await board.http("POST", "/session", secure, body: body)
            #expect(reply.headers["set-cookie"]?.hasSuffix("; Secure") == true)
            let plain = try await board.http("POST", "/session", body: body)
            #expect(plain.headers["set-cookie"]?.contains("Secure") == false)
        }
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let reply = try await board.http("POST", "/session", secure, body: #"{"token":"\#(aki.token)"}"#)
            #expect(reply.headers["set-cookie"]?.contains("Secure") == false)
        }
    }

    @Test("What is no log-in is refused in the terms of HTTP, and sets no cookie")
    func refused() async throws {
        try await TestBoard.run { board in
            _ = try await board.member("aki")
            let cases = [
                (#"{"name":"aki","password":"wrong password"}"#, 401, "badCredentials"),
                (#"{"name":"nobody","password":"wrong password"}"#, 401, "badCredentials"),
                (#"{"token":"nonsense"}"#, 401, "badCredentials"), ("{", 400, "parseError"),
                (#"{"token":7}"#, 422, "invalidParams"), (#"{"name":"aki"}"#, 422, "invalidParams"),
                ("[]", 422, "invalidParams"),
            ]
            for (body, status, reason) in cases {
                let reply = try await board.http("POST", "/session", body: body)
                #expect(reply.status == status && reply.reason == reason, "\(body): \(reply)")
                #expect(reply.headers["set-cookie"] == nil)
            }
            let get = try await board.http("GET", "/session")
            #expect(get.status == 405 && get.headers["allow"] == "POST, DELETE")
        }
    }

    @Test("Too many log-ins are 429, and when to try again; without a database it is 503")
    func limits() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let body = #"{"name":"aki","password":"wrong password"}"#
            var last = try await board.http("POST", "/session", body: body)
            for _ in 0..<5 { last = try await board.http("POST", "/session", body: body) }
            #expect(last.status == 429 && last.reason == "rateLimited")
            #expect(last.headers["retry-after"].flatMap { Int($0) } ?? 0 > 0)
            try await board.database.cut()
            let isAway = try await eventually {
                try await board.http("POST", "/session", body: #"{"token":"x"}"#).status == 503
            }
            #expect(isAway)
        }
    }

    @Test("Logging out ends the session, with its connections, and has the browser forget the cookie")
    func logOut() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let login = try await board.http("POST", "/session", body: #"{"token":"\#(aki.token)"}"#)
            let cookie = ["Cookie": try #require(login.cookie)]
            let own = try await board.ownOrigin.merging(cookie) { $1 }
            let reply = try await board.http("DELETE", "/session", own)
            #expect(reply.status == 204)
            #expect(reply.headers["set-cookie"]?.contains("Max-Age=0") == true)
            #expect(try await aki.client.ended().closeCode == 4001)
            // The cookie is stale now: whoever still sends it is a guest.
            #expect(try await board.rpc("account.get", [:], cookie).reason == "loginRequired")
            #expect(try await board.greeting(cookie).contains(#""role":"guest""#))
            #expect(try await board.http("DELETE", "/session", own).status == 204)
            #expect(try await board.http("DELETE", "/session", bearer(aki.token)).status == 401)
        }
    }

    @Test("While the database is away, nobody can be told from a guest: a handshake with a cookie is 503")
    func databaseAway() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let cookie = ["Cookie": "keijiban_session=\(aki.token)"]
            #expect(try await board.handshake(cookie).status == 101)
            try await board.database.cut()
            #expect(try await eventually { try await board.handshake(cookie).status == 503 })
            #expect(try await board.handshake(cookie).headers["retry-after"] != nil)
            #expect(try await board.handshake(["Cookie": "other=1"]).status == 101)
        }
    }

    @Test("The cookie lives from its last use, as the session does")
    func renewed() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let body = #"{"jsonrpc":"2.0","id":1,"method":"account.get"}"#
            let cookie = ["Cookie": "keijiban_session=\(aki.token)"]
            #expect(try await board.http("POST", "/rpc", cookie, body: body).cookie == nil)
            try await board.sql("update sessions set last_used_at = now() - interval '1 day'")
            let reply = try await board.http("POST", "/rpc", cookie, body: body)
            #expect(reply.cookie == "keijiban_session=\(aki.token)")
            #expect(reply.headers["set-cookie"]?.contains("HttpOnly; SameSite=Strict") == true)
            try await board.sql("update sessions set last_used_at = now() - interval '1 day'")
            #expect(try await board.http("POST", "/rpc", bearer(aki.token), body: body).cookie == nil)
        }
    }

    @Test("A Bearer token wins over the cookie, also a bad one")
    func bearerWins() async throws {
        try await TestBoard.run { board in
            let (aki, mio) = try await (board.quickMember("aki"), board.quickMember("mio"))
            let cookie = ["Cookie": "a=b; keijiban_session=\(aki.token); c=d"]
            let both = cookie.merging(bearer(mio.token)) { $1 }
            let account = try await board.rpc("account.get", [:], both)
            #expect(account["result"]?["account"]?["name"] == "mio")
            #expect(try await board.greeting(both).contains(#""name":"mio""#))
            #expect(try await board.handshake(cookie.merging(bearer("x")) { $1 }).status == 401)
        }
    }
}

extension TestBoard {
    /// What a WebSocket with these headers is greeted with.
    func greeting(_ headers: [String: String]) async throws -> String {
        try await firstFrames(1, headers)[0].text
    }
}
