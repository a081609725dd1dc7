import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("A connection that logs in or out keeps its subscriptions", .needsDatabase)
struct ChangeOfViewerTests {
    @Test("They obey the new viewer's blocks at once")
    func blocks() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.member("ben"))
            let thread = try await aki.open()
            let before = try await aki.post(in: thread)
            try await ben.send(AddBlock(accountId: aki.id))
            let client = try await board.client()
            try await client.send(JoinThread(threadId: thread.id))
            try await client.send(WatchCounts(threadIds: [thread.id]))
            func told(_ seq: Int64, hidden: Int64) async throws {
                let message = try await client.next(\.threadChanged)
                #expect(message.from == seq && message.seq == seq && message.changes.isEmpty)
                #expect(message.hiddenCount.value ?? 0 == hidden)
                let counts = try await client.next(\.countsChanged) { notice in
                    notice.counts.contains { $0.seq == seq && $0.hiddenCount.value ?? 0 == hidden }
                }
                #expect(counts.counts.map(\.threadId) == [thread.id])
            }
            let logIn = LogIn(name: "ben", password: TestMember.password)
            #expect(try await client.send(logIn).account == ben.account)
            try await told(before.seq, hidden: 1)
            let secret = try await aki.post("Secret", in: thread)
            let hidden = try await client.next(\.threadChanged)
            #expect(hidden.from == before.seq && hidden.seq == secret.seq && hidden.changes.isEmpty)

            try await client.send(LogOut())
            try await told(secret.seq, hidden: 0)
            let shown = try await aki.post("For guests", in: thread)
            #expect(try await client.next(\.threadChanged).changes.map(\.id) == [shown.id])

            try await client.send(ResumeSession(token: ben.token))
            try await told(shown.seq, hidden: 3)
            // And from one member to another.
            try await client.send(ResumeSession(token: aki.token))
            try await told(shown.seq, hidden: 0)
        }
    }

    @Test("Where nothing is hidden from either, nothing is told; what comes later is")
    func nothingHidden() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let client = try await board.client()
            let seq = try await client.send(JoinThread(threadId: thread.id)).seq
            try await client.send(Register(name: "ben", password: TestMember.password))
            try await client.send(LogOut())
            try await client.send(ResumeSession(token: aki.token))
            let post = try await client.send(CreatePost(threadId: thread.id, body: "x")).post
            var message = try await client.next(\.threadChanged)
            // An empty message at the number one has is allowed, and no loss.
            while message.changes.isEmpty, message.from == seq, message.seq == seq {
                message = try await client.next(\.threadChanged)
            }
            #expect(message.from == seq && message.changes.map(\.id) == [post.id])
        }
    }

    @Test("What was sent before is done as whom it was sent, and what comes behind as whom it is then")
    func order() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let client = try await board.client(token: aki.token)
            let first = await client.begin(CreatePost(threadId: thread.id, body: "as aki"))
            let out = await client.begin(LogOut())
            let refused = await client.begin(CreatePost(threadId: thread.id, body: "as nobody"))
            let resumed = await client.begin(ResumeSession(token: ben.token))
            let second = await client.begin(CreatePost(threadId: thread.id, body: "as ben"))
            #expect(try await first.value.post.author == aki.author)
            _ = try await out.value
            let refusal = await #expect(throws: Refusal.self) { try await refused.value }
            #expect(refusal?.reason == .loginRequired)
            #expect(try await resumed.value.account == ben.account)
            #expect(try await second.value.post.author == ben.author)
        }
    }

    @Test("One who logs in and out again at once is told a guest's hidden count")
    func inAndOut() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let chie = try await board.quickMember("chie")
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            try await ben.send(AddBlock(accountId: aki.id))
            for _ in 0..<5 {
                let viewer = try await board.member(with: try await board.newSession(of: ben.id))
                try await viewer.send(JoinThread(threadId: thread.id))
                try await viewer.send(WatchCounts(threadIds: [thread.id]))
                let other = try await board.newSession(of: chie.id)
                let resumed = await viewer.client.begin(ResumeSession(token: other))
                let out = await viewer.client.begin(LogOut())
                _ = try await (resumed.value, out.value)
                let joined = try await viewer.client.next(\.threadChanged, within: .seconds(10))
                #expect(joined.seq == post.seq && joined.hiddenCount.value ?? 0 == 0)
                let watched = try await viewer.client.next(\.countsChanged, within: .seconds(10))
                #expect(watched.counts.map { $0.hiddenCount.value ?? 0 } == [0])
            }
        }
    }

    @Test("Who may do what changes on all connections at once, and is told")
    func suspended() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let elsewhere = try await board.member(with: aki.token)
            let thread = try await aki.open()
            try await mio.command("suspend aki 1h")
            for member in [aki, elsewhere] {
                let notice = try await member.client.next(\.accountChanged)
                #expect(notice.account == aki.account && notice.can.post == .suspended)
                let request = CreatePost(threadId: thread.id, body: "x")
                #expect(try await member.client.refusal(of: request).reason == .suspended)
            }
            try await mio.command("unsuspend aki")
            try await mio.command("role aki moderator")
            for member in [aki, elsewhere] {
                let notice = try await member.client.next(\.accountChanged) { $0.account.role == .moderator }
                #expect(notice.can.post == .ok)
                try await member.command("lock \(thread.id)")
            }
        }
    }
}
