import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite("What is secret stays so", .needsDatabase, .enabled(if: TestBoard.hasShell))
struct SecrecyTests {
    @Test("No token, password, code or text comes into the log at its most talkative, or into the metrics")
    func nowhere() async throws {
        try await TestBoard.run { board in
            try await board.sql(
                "alter table posts add constraint no_thunder check (body not like '%thunder%')")
            var told = ("", "")
            let secrets = try await board.withServerProcess(["KEIJIBAN_LOG": "debug"]) { process in
                var secrets = try await Self.talk(to: process)
                secrets += try await Self.reset("hana", board, process)
                told.0 = try await process.http("GET", "/metrics").body
                told.1 = try await process.stop().stderr
                return secrets
            }
            #expect(told.0.contains("keijiban_requests_total"))
            #expect(told.1.contains("method=post.create outcome=ok"))
            #expect(told.1.contains("outcome=internalError") && told.1.contains("no_thunder"))
            #expect(told.1.contains("event=listening") && told.1.contains("event=draining"))
            #expect(
                told.1.contains("event=stopping")
            )
            #expect(told.1.contains(#"event="session ended""#))
            for secret in secrets {
                #expect(!told.0.contains(secret), "\(secret) is in the metrics")
                #expect(!told.1.contains(secret), "\(secret) is in the log")
            }
        }
    }

    /// Does what members do, rightly and wrongly; everything in it that is nobody else's business.
    private static func talk(to process: ServerProcess) async throws -> [String] {
        let (first, second, wrong) = ("first pass phrase", "second pass phrase", "wrong pass phrase")
        let client = try await process.client()
        let registered = try await client.send(Register(name: "hana", password: first))
        let other = try await process.client()
        let login = try await other.send(LogIn(name: "hana", password: first))
        try await other.send(ResumeSession(token: login.token))
        _ = try await other.refusal(of: ResumeSession(token: "token-of-nobody"))
        _ = try await other.refusal(of: LogIn(name: "hana", password: wrong))
        let changed = try await client.send(ChangePassword(current: first, new: second))
        try await other.ended()
        let thread = try await client.send(CreateThread(title: "Weather report")).thread
        try await client.send(CreatePost(threadId: thread.id, body: "Sunshine everywhere"))
        _ = try await client.refusal(of: CreatePost(threadId: thread.id, body: "Purple thunder"))

        let params = #""params":{"threadId":"\#(thread.id)","body":"Light drizzle"}}"#
        let post = #"{"jsonrpc":"2.0","id":1,"method":"post.create",\#(params)"#
        let bearer = ["Authorization": "Bearer \(changed.token)", "User-Agent": "umbrella browser"]
        #expect(try await process.http("POST", "/rpc", bearer, body: post).status == 200)
        let stray = #"{"jsonrpc":"2.0","id":1,"method":"\#(second)"}"#
        #expect(
            try await process.http("POST", "/rpc?token=in-the-address", bearer, body: stray).status == 200)
        #expect(
            try await process.http("POST", "/rpc", ["Authorization": "Bearer stolen-token"], body: post)
                .status == 401)
        let body = #"{"name":"hana","password":"\#(second)"}"#
        let session = try await process.http("POST", "/session", body: body)
        let cookie = try #require(session.cookie)
        #expect(try await process.http("POST", "/rpc", ["Cookie": cookie], body: post).status == 403)
        for headers in [bearer, ["Cookie": cookie], ["Authorization": "Bearer stolen-token"]] {
            _ = try await RawSocket.talk(to: process.port) { try $0.handshake(headers) }
        }
        let token = String(cookie.split(separator: "=").last ?? "")
        return [
            first, second, wrong, registered.token, login.token, changed.token, token, "token-of-nobody",
            "stolen-token", "Weather report", "Sunshine", "Purple", "drizzle", "umbrella", "in-the-address",
        ]
    }

    private static func reset(
        _ name: String, _ board: TestBoard, _ process: ServerProcess
    ) async throws -> [String] {
        let text = try await board.shell(["reset", name]).stdout
        let code = try #require(text.firstMatch(of: /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/)).0
        let client = try await process.client()
        _ = try await client.refusal(
            of: ResetPassword(name: name, code: "AAAA-AAAA-AAAA-AAAA", new: "third pass phrase"))
        let reply = try await client.send(
            ResetPassword(name: name, code: String(code), new: "third pass phrase"))
        return [String(code), "AAAA-AAAA", "third pass phrase", reply.token]
    }
}
