import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Logging out", .needsDatabase)
struct LogOutTests {
    @Test("The token is dead, others on it end, this connection goes on as a guest")
    func ends() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let same = try await board.member(with: aki.token)
            let elsewhere = try await board.client()
            try await elsewhere.send(LogIn(name: "aki", password: TestMember.password))
            try await aki.send(LogOut())
            #expect(try await same.client.ended().closeCode == 4001)
            #expect(try await aki.client.refusal(of: GetAccount()).reason == .loginRequired)
            #expect(
                try await aki.client.refusal(of: ResumeSession(token: aki.token)).reason == .badCredentials)
            #expect(try await aki.send(ListThreads()).threads.isEmpty)
            // Another log-in of the account is another token.
            #expect(try await elsewhere.send(GetAccount()).account == aki.account)
            #expect(try await aki.client.refusal(of: LogOut()).reason == .loginRequired)
        }
    }

    @Test("What was sent before it is the member's, what was sent after it a guest's")
    func pipelined() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let before = await aki.client.begin(CreatePost(threadId: thread.id, body: "mine"))
            let out = await aki.client.begin(LogOut())
            let write = await aki.client.begin(CreatePost(threadId: thread.id, body: "whose?"))
            let read = await aki.client.begin(GetAccount())
            let list = await aki.client.begin(GetThread(threadId: thread.id))
            #expect(try await before.value.post.author == aki.author)
            _ = try await out.value
            #expect(await reason(of: write) == .loginRequired)
            #expect(await reason(of: read) == .loginRequired)
            let seen = try await list.value.thread
            #expect(seen.postCount == 1 && seen.can.value?.post == .loginRequired)
        }
    }

    @Test("On another server the connections of the token end too")
    func otherServer() async throws {
        try await TestBoard.run { board in
            let other = try await board.secondServer()
            let aki = try await board.quickMember("aki")
            let there = try await board.member(with: aki.token, on: other)
            try await aki.send(LogOut())
            #expect(try await there.client.ended().closeCode == 4001)
        }
    }

    private func reason<Reply>(of task: Task<Reply, any Error>) async -> Refusal.Reason? {
        guard case .failure(let error) = await task.result else { return nil }
        return (error as? Refusal)?.reason
    }
}
