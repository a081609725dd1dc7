import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@testable import BoardServer

@Suite(
    "A pooler before the database", .needsDatabase, .enabled(if: TestBoard.hasShell && Pooler.isInstalled))
struct PoolerTests {
    @Test("One that changes the server process is named, and nothing is served through it")
    func transactions() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let errors = try await Pooler.run("transaction", before: board) { conninfo in
                try await board.withServerProcess(["DATABASE_URL": conninfo]) { process in
                    let isNamed = try await eventually {
                        let reply = try await process.http("GET", "/readyz")
                        return reply.status == 503 && reply.body.contains("pool_mode=session")
                    }
                    #expect(isNamed)
                    #expect(try await process.http("GET", "/healthz").status == 200)
                    #expect(
                        try await process.client().refusal(of: ListThreads()).reason == .unavailable)
                    let handshake = try await RawSocket.talk(to: process.port) { socket in
                        try socket.handshake(bearer(aki.token))
                    }
                    #expect(handshake.status == 503)
                    return try await process.stop().stderr
                }
            }
            let lines = errors.split(separator: "\n")
            #expect(lines.count { $0.contains("pool_mode=session") } == 1, "\(errors)")
        }
    }

    @Test("One that keeps it is no hindrance")
    func sessions() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await Pooler.run("session", before: board) { conninfo in
                try await board.withServerProcess(["DATABASE_URL": conninfo]) { process in
                    let isReady = try await eventually {
                        try await process.http("GET", "/readyz").status == 200
                    }
                    #expect(isReady)
                    let there = try await process.member(with: aki.token)
                    try await there.client.send(JoinThread(threadId: thread.id))
                    try await aki.post("From elsewhere", in: thread)
                    try await there.client.next(\.threadChanged)
                }
            }
        }
    }
}

extension ServerProcess {
    /// Sends one request of plain HTTP on a connection of its own.
    func http(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
    ) async throws -> RawSocket.Reply {
        try await RawSocket.talk(to: port) { try $0.request(method, path, headers, body: body) }
    }
}
