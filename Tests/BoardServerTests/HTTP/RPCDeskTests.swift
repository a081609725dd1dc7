import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("One request over plain HTTP", .needsDatabase)
struct RPCDeskTests {
    @Test("A guest reads, a member writes, and those who watch hear of it")
    func served() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let made = try await board.rpc("thread.create", ["title": "Tea"], bearer(aki.token))
            let id = try #require(made["result"]?["thread"]?["id"]?.string)
            #expect(made["id"] == 7 && made["jsonrpc"] == "2.0")
            let thread = try #require(ThreadID(id))
            let follower = try await board.follow(thread)
            let params: JSON = ["threadId": .string(id), "body": "Green"]
            #expect(try await board.rpc("post.create", params).reason == "loginRequired")
            let post = try await board.rpc("post.create", params, bearer(aki.token))
            #expect(post["result"]?["post"]?["body"] == "Green")
            let page = try await board.rpc("post.list", ["threadId": .string(id)])
            #expect(page["result"]?["posts"]?.array?.count == 1)
            try await board.expectConverges(follower)
            #expect(await follower.replica.postCount == 1)
        }
    }

    @Test("Errors are answers like any other, also what is no request at all")
    func errors() async throws {
        try await TestBoard.run { board in
            #expect(try await board.rpc("no.such").reason == "methodNotFound")
            #expect(try await board.rpc("thread.get", ["threadId": "x"]).reason == "invalidParams")
            #expect(try await board.rpc("thread.get", ["threadId": "1"]).reason == "notFound")
            let bodies = [
                ("{", "parseError"), ("", "parseError"), ("[]", "invalidRequest"),
                (#"{"id":1}"#, "invalidRequest"),
                (#"{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}"#, "parseError"),
            ]
            for (body, reason) in bodies {
                let reply = try await board.http("POST", "/rpc", body: body)
                #expect(reply.status == 200, "\(body)")
                #expect(reply.headers["content-type"] == "application/json")
                #expect(try reply.json.reason == reason, "\(body)")
            }
        }
    }

    @Test(
        "There is nobody to tell live: subscriptions are no methods here",
        arguments: ["thread.join", "thread.leave", "counts.watch", "counts.unwatch"])
    func subscriptions(_ method: String) async throws {
        try await TestBoard.run { board in
            let refused = try await board.rpc(method, ["threadId": "1", "all": true])
            #expect(refused.reason == "methodNotFound")
            let time = try await board.rpc("ping")["result"]?["time"]
            #expect(time?.string != nil)
        }
    }

    @Test("Without an id it is carried out, and answered with 204 whatever comes of it")
    func notification() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let create = #"{"jsonrpc":"2.0","method":"thread.create","params":{"title":"Tea"}}"#
            let reply = try await board.http("POST", "/rpc", bearer(aki.token), body: create)
            #expect(reply.status == 204 && reply.body.isEmpty)
            #expect(try await board.http("POST", "/rpc", body: create).status == 204)
            #expect(try await board.rpc("thread.list")["result"]?["threads"]?.array?.count == 1)
        }
    }

    @Test("A bad token is 401 in JSON, whatever the body")
    func badToken() async throws {
        try await TestBoard.run { board in
            for value in ["Bearer nonsense", "Bearer", "Basic YTpi"] {
                for body in [#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, "{"] {
                    let reply = try await board.http("POST", "/rpc", ["Authorization": value], body: body)
                    #expect(reply.status == 401 && reply.reason == "badCredentials", "\(value)")
                }
            }
        }
    }

    @Test("Up to 64 KiB, by POST, and said so otherwise")
    func limits() async throws {
        try await TestBoard.run { board in
            func ping(of size: Int) -> String {
                let start = #"{"jsonrpc":"2.0","id":1,"method":"ping","x":""#
                return start + String(repeating: "x", count: size - start.count - 2) + #""}"#
            }
            #expect(try await board.http("POST", "/rpc", body: ping(of: 65_536)).status == 200)
            let large = try await board.http("POST", "/rpc", body: ping(of: 65_537))
            #expect(large.status == 413 && large.reason == "tooLarge")
            for method in ["GET", "HEAD", "DELETE"] {
                let reply = try await board.http(method, "/rpc")
                #expect(reply.status == 405, "\(method)")
                #expect(reply.headers["allow"] == "POST, OPTIONS")
            }
        }
    }

    @Test("Requests of one connection come one after the other, on as many as there are")
    func keepAlive() async throws {
        try await TestBoard.run { board in
            let statuses = try await RawSocket.talk(to: board.port) { socket in
                try (0..<50).map { number in
                    let body = #"{"jsonrpc":"2.0","id":\#(number),"method":"ping"}"#
                    let reply = try socket.request("POST", "/rpc", body: body)
                    return try reply.json["id"]?.int64 == Int64(number) ? reply.status : 0
                }
            }
            #expect(statuses == Array(repeating: 200, count: 50))
        }
    }

    @Test("Each request of a connection says anew whose it is")
    func eachForItself() async throws {
        try await TestBoard.run { board in
            let (aki, mio) = try await (board.quickMember("aki"), board.quickMember("mio"))
            let own = try await board.ownOrigin
            let cookie = ["Cookie": "keijiban_session=\(mio.token)"]
            let callers = [[:], bearer(aki.token), own.merging(cookie) { $1 }, [:], bearer("x"), cookie]
            let port = try await board.port
            let names = try await RawSocket.talk(to: port) { socket in
                try callers.map { headers in
                    let body = #"{"jsonrpc":"2.0","id":1,"method":"account.get"}"#
                    let reply = try socket.request("POST", "/rpc", headers, body: body)
                    return try reply.json["result"]?["account"]?["name"]?.string
                        ?? reply.json.reason ?? "\(reply.status)"
                }
            }
            #expect(names == ["loginRequired", "aki", "mio", "loginRequired", "401", "mio"])
        }
    }

    @Test("While the database is away, requests are answered as unavailable")
    func databaseAway() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            try await board.database.cut()
            let isAway = try await eventually {
                try await board.rpc("thread.list").reason == "unavailable"
            }
            #expect(isAway)
            #expect(try await board.rpc("thread.list", [:], bearer(aki.token)).reason == "unavailable")
            try await board.database.mend()
            let isBack = try await eventually {
                try await board.rpc("thread.list", [:], bearer(aki.token))["result"] != nil
            }
            #expect(isBack)
        }
    }

    // MARK: What it changes for others

    @Test("Logging out over HTTP ends the session, and the connections on it")
    func logOut() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            #expect(try await board.rpc("session.logout", [:], bearer(aki.token))["result"] != nil)
            #expect(try await aki.client.ended().closeCode == 4001)
            let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
            #expect(try await board.http("POST", "/rpc", bearer(aki.token), body: ping).status == 401)
        }
    }

    @Test("Logging in over HTTP gives a token, and leaves the next request a guest's")
    func logIn() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let login: JSON = ["name": "aki", "password": .string(TestMember.password)]
            let reply = try await board.rpc("session.login", login)
            let token = try #require(reply["result"]?["token"]?.string)
            #expect(try await board.rpc("account.get").reason == "loginRequired")
            let account = try await board.rpc("account.get", [:], bearer(token))
            #expect(account["result"]?["account"]?["id"] == aki.id.json)
        }
    }

    @Test("Likes and blocks over HTTP reach the member's open connections")
    func effects() async throws {
        try await TestBoard.run { board in
            let (aki, mio) = try await (board.quickMember("aki"), board.quickMember("mio"))
            let post = try await mio.post(in: mio.open())
            try await board.rpc("post.like", ["postId": post.id.json], bearer(aki.token))
            #expect(try await aki.client.next(\.postLiked).postId == post.id)
            try await board.rpc("block.add", ["accountId": mio.id.json], bearer(aki.token))
            #expect(try await aki.client.next(\.blockChanged).accountId == mio.id)
        }
    }

    @Test("The session's last use moves on when it has been a while")
    func lastUse() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            try await board.sql("update sessions set last_used_at = now() - interval '1 day'")
            try await board.rpc("account.get", [:], bearer(aki.token))
            let isTouched = try await eventually {
                try await board.sql("select from sessions where last_used_at > now() - interval '1 hour'")
                    .count == 1
            }
            #expect(isTouched)
        }
    }

    @Test("Rates are limited as over a WebSocket: by account, else by address")
    func rates() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let aki = try await board.quickMember("aki")
            var reasons: [String?] = []
            for number in 0..<4 {
                let params: JSON = ["title": .string("\(number)")]
                reasons.append(try await board.rpc("thread.create", params, bearer(aki.token)).reason)
            }
            #expect(reasons == [nil, nil, nil, "rateLimited"])
            // The WebSocket of the same account has had its share too.
            #expect(try await aki.client.refusal(of: CreateThread(title: "x")).reason == .rateLimited)
        }
    }
}
