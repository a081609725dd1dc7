import BoardClient
import BoardProtocol
import Testing

@Suite("A client matches answers and passes notices on", .timeLimit(.minutes(1)))
struct BoardClientTests {
    private let transport = ScriptedTransport()
    private let client: BoardClient

    init() { client = BoardClient(transport: transport) }

    private func nextRequest() async throws -> IncomingRequest { try #require(await transport.request()) }

    private func answer(_ request: IncomingRequest, liked: Bool, likes: Int64) throws {
        let id = try #require(request.id)
        transport.tell(Outgoing.reply(id, result: LikeState(liked: liked, likeCount: likes, seq: 9)))
    }

    @Test("A request travels as it should, and its answer comes back typed")
    func answered() async throws {
        let reply = await client.begin(LikePost(postId: PostID(rawValue: 7)))
        let request = try await nextRequest()
        #expect(request.method == "post.like" && request.params == ["postId": "7"])
        try answer(request, liked: true, likes: 3)
        #expect(try await reply.value == LikeState(liked: true, likeCount: 3, seq: 9))
    }

    @Test("A refusal is thrown as the server gave it")
    func refused() async throws {
        let reply = await client.begin(LikePost(postId: PostID(rawValue: 7)))
        let refusal = Refusal(
            .suspended, "You may read only.",
            suspension: .init(until: Timestamp("2026-12-01T09:30:00.000Z"), why: "Spam"))
        transport.tell(Outgoing.refusal(try await nextRequest().id, refusal))
        let error = await #expect(throws: Refusal.self) { try await reply.value }
        #expect(error == refusal)
    }

    @Test("Requests go out in the order of the calls; answers may come in any")
    func outOfOrder() async throws {
        var replies: [Task<LikeState, any Error>] = []
        for post in 0..<100 {
            replies.append(await client.begin(LikePost(postId: PostID(rawValue: Int64(post)))))
        }
        var requests: [IncomingRequest] = []
        for post in 0..<100 {
            requests.append(try await nextRequest())
            #expect(requests[post].params == ["postId": .string("\(post)")])
        }
        for (post, request) in requests.enumerated().shuffled() {
            try answer(request, liked: true, likes: Int64(post))
        }
        for post in 0..<100 { #expect(try await replies[post].value.likeCount == Int64(post)) }
    }

    @Test("An answer that is not what the type expects is an error of that request alone")
    func oddAnswer() async throws {
        let first = await client.begin(Ping()),
            second = await client.begin(LikePost(postId: PostID(rawValue: 1)))
        transport.tell(
            Outgoing.reply(
                try #require(try await nextRequest().id), result: ["time": JSON.number(JSONNumber(1))]))
        try answer(try await nextRequest(), liked: false, likes: 0)
        await #expect(throws: JSONError.self) { try await first.value }
        #expect(try await second.value.liked == false)
    }

    @Test(
        "When the connection ends, all that waits fails, and all that comes later",
        arguments: [1001, 4001, nil])
    func lost(code: UInt16?) async throws {
        let hello = Task { try await client.hello }
        let replies = [await client.begin(Ping()), await client.begin(Ping()), await client.begin(Ping())]
        transport.end(code)
        let expected = ConnectionLost(closeCode: code)
        for reply in replies {
            #expect(await #expect(throws: ConnectionLost.self) { try await reply.value } == expected)
        }
        #expect(await #expect(throws: ConnectionLost.self) { try await hello.value } == expected)
        #expect(await #expect(throws: ConnectionLost.self) { try await client.send(Ping()) } == expected)
        #expect(await client.ending == expected)
    }

    @Test(
        "A server that speaks something else is left",
        arguments: ["{}", "[]", "nonsense", #"{"jsonrpc":"2.0","id":1}"#])
    func nonsense(_ text: String) async throws {
        let reply = await client.begin(Ping())
        transport.tell(text)
        let error = await #expect(throws: ConnectionLost.self) { try await reply.value }
        #expect(error?.closeCode == nil && error?.reason.isEmpty == false)
        while await transport.request() != nil {}
    }

    @Test("A cancelled request is given up; its late answer disturbs nobody")
    func cancelled() async throws {
        let given = await client.begin(Ping())
        given.cancel()
        await #expect(throws: CancellationError.self) { try await given.value }
        let kept = await client.begin(LikePost(postId: PostID(rawValue: 1)))
        transport.tell(Outgoing.reply(try #require(try await nextRequest().id), result: Nothing()))
        try answer(try await nextRequest(), liked: true, likes: 1)
        #expect(try await kept.value.likeCount == 1)
    }

    @Test("The greeting is there for everyone who asks, before and after it comes")
    func hello() async throws {
        let before = [Task { try await client.hello }, Task { try await client.hello }]
        let hello = Hello(
            server: "keijiban/1", protocol: "keijiban.v1", epoch: "e", session: .init(role: .guest),
            limits: .current)
        transport.tell(Outgoing.notification(Hello.method, params: hello))
        for waiting in before { #expect(try await waiting.value == hello) }
        #expect(try await client.hello == hello)
        transport.end(nil)
        #expect(try await client.hello == hello)
    }

    @Test("Notices come typed and in order; unknown and misshapen ones are kept")
    func notices() async throws {
        let liked = PostLiked(postId: PostID(rawValue: 1), threadId: ThreadID(rawValue: 2), liked: true)
        let blocked = BlockChanged(accountId: AccountID(rawValue: 3), blocked: true, blocksVersion: 4)
        let counts = CountsChanged(counts: [
            ThreadCounts(threadId: ThreadID(rawValue: 2), postCount: .value(5), seq: 6)
        ])
        let change = ThreadChanged(
            threadId: ThreadID(rawValue: 2), from: 6, seq: 7, postCount: 5, changes: [])
        transport.tell(Outgoing.notification(PostLiked.method, params: liked))
        transport.tell(Outgoing.notification(BlockChanged.method, params: blocked))
        transport.tell(Outgoing.notification(CountsChanged.method, params: counts))
        transport.tell(Outgoing.notification(ThreadChanged.method, params: change))
        transport.tell(#"{"jsonrpc":"2.0","method":"moon.full","params":{"tides":[1]}}"#)
        transport.tell(#"{"jsonrpc":"2.0","method":"post.liked","params":{"postId":9}}"#)
        transport.tell(Outgoing.refusal(nil, Refusal(.parseError, "No.")))
        transport.end(1001)
        var told: [ServerNotice] = []
        for await notice in client.notices { told.append(notice) }
        #expect(
            told == [
                .postLiked(liked), .blockChanged(blocked), .countsChanged(counts), .threadChanged(change),
                .other(method: "moon.full", params: ["tides": [1]]),
                .other(method: "post.liked", params: ["postId": 9]), .refused(Refusal(.parseError, "No.")),
            ])
    }

    @Test("Who takes notices too late is told that some are gone")
    func missed() async throws {
        let transport = ScriptedTransport()
        let client = BoardClient(transport: transport, noticeLimit: 10)
        for number in 1...25 { transport.tell(#"{"jsonrpc":"2.0","method":"n\#(number)"}"#) }
        let reply = await client.begin(Ping())
        transport.end(nil)
        await #expect(throws: ConnectionLost.self) { try await reply.value }
        var told: [ServerNotice] = []
        for await notice in client.notices { told.append(notice) }
        #expect(told.first == .missed && told.count <= 10)
        #expect(told.last == .other(method: "n25", params: .object([])))
    }

    @Test("A reader of notices can give up, and another one go on")
    func cancelledReader() async throws {
        let first = Task { await client.notices.first { _ in true } }
        first.cancel()
        #expect(await first.value == nil)
        transport.tell(#"{"jsonrpc":"2.0","method":"n"}"#)
        #expect(await client.notices.first { _ in true } == .other(method: "n", params: .object([])))
    }

    @Test("A client that is let go closes its connection")
    func letGo() async throws {
        let transport = ScriptedTransport()
        do {
            let client = BoardClient(transport: transport)
            #expect(await client.ending == nil)
        }
        #expect(await transport.request() == nil)
    }
}
