import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Taking off all posts of an account", .needsDatabase)
struct PurgeAccountTests {
    @Test("More than a step's posts of several threads go, under one audit entry, and live clients follow")
    func many() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let (aki, ben, chie) = (members[0], members[1], members[2])
            let threads = [try await aki.open("A", category: "food"), try await ben.open("B")]
            try await ben.post("Stays", in: threads[0])
            let first = try await aki.posts(330, in: threads[0])
            try await aki.posts(290, in: threads[1])
            for post in first.prefix(3) { try await ben.send(LikePost(postId: post.id)) }
            try await chie.send(AddBlock(accountId: aki.id))
            let second = try await board.secondServer()
            let followers = [
                try await board.follow(threads[0].id), try await board.follow(threads[1].id),
                try await board.follow(threads[0].id, token: chie.token),
                try await board.follow(threads[1].id, on: second),
            ]
            let watcher = try await board.connected()
            try await watcher.send(WatchCounts(threadIds: threads.map(\.id)))

            let reply = try await mio.command("purge AKI")
            #expect(reply.text.contains("620"))
            let counts = [try await chie.thread(threads[0].id), try await chie.thread(threads[1].id)]
            #expect(counts.map(\.postCount) == [1, 0] && counts.map(\.likeCount) == [0, 0])
            #expect(counts.map(\.hiddenCount) == [.value(0), .value(0)])
            #expect(counts[1].lastPostAt == nil)
            for follower in followers {
                try await board.expectConverges(follower)
                #expect(await follower.gaps == 0)
            }
            for count in counts {
                try await watcher.next(\.countsChanged) {
                    $0.counts.contains { $0.seq == count.seq && $0.postCount == .value(count.postCount) }
                }
            }
            let entry = try #require(try await board.audit().first)
            #expect(try await board.audit().count == 1)
            #expect(entry.id == reply.data["auditId"]?.string && entry.command == "purge")
            #expect(entry.target == "account \(aki.id)" && entry.actor == mio.id.rawValue)
            // Its threads stay, and it may go on.
            #expect(try await ben.thread(threads[0].id).author == aki.author)
            try await aki.post("Again", in: threads[0])
            try await board.expectExactCounts()
        }
    }

    @Test("Meanwhile the account can't act, at any server, and is told when it can again")
    func meanwhile() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let ben = try await board.quickMember("ben")
            let aki = try await board.quickMember("aki")
            let second = try await board.secondServer()
            let elsewhere = try await board.member(with: aki.token, on: second)
            let (thread, other) = (try await ben.open(), try await ben.open("Other"))
            let theirs = try await ben.post(in: other)
            try await aki.posts(3, in: thread)
            let purge = try await board.holding(thread.id) {
                let purge = await mio.client.begin(RunCommand(command: "purge aki"))
                for client in [aki.client, elsewhere.client] {
                    try await client.next(\.accountChanged) { $0.can.post == .suspended }
                }
                let there = elsewhere.client
                for refusal in [
                    try await there.refusal(of: CreatePost(threadId: other.id, body: "x")),
                    try await there.refusal(of: CreateThread(title: "x")),
                    try await there.refusal(of: LikePost(postId: theirs.id)),
                    try await there.refusal(of: CreateReport(postId: theirs.id, why: "x")),
                ] {
                    #expect(refusal.reason == .suspended)
                    #expect(refusal.suspension?.why?.isEmpty == false && refusal.suspension?.until == nil)
                }
                #expect(try await there.thread(other.id).can.value?.post == .suspended)
                // It goes on reading and blocking.
                try await elsewhere.send(AddBlock(accountId: ben.id))
                try await elsewhere.send(RemoveBlock(accountId: ben.id))
                return purge
            }
            _ = try await purge.value
            for client in [aki.client, elsewhere.client] {
                try await client.next(\.accountChanged) { $0.can.post == .ok }
            }
            try await elsewhere.send(CreatePost(threadId: other.id, body: "x"))
            try await aki.post(in: thread)
            #expect(try await ben.thread(thread.id).postCount == 1)
            try await board.expectExactCounts()
        }
    }

    @Test("Meanwhile it is not deleted either, and is told to try again")
    func deletion() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let thread = try await aki.open()
            try await aki.post(in: thread)
            try await board.sql(
                """
                with entry as (insert into audit (command, target) values ('purge', 'account \(aki.id)') returning id)
                update accounts set purge_audit = entry.id from entry where accounts.id = \(aki.id)
                """)
            let leaving = DeleteAccount(password: TestMember.password)
            let refusal = try await aki.client.refusal(of: leaving)
            #expect(refusal.reason == .rateLimited && (refusal.retryAfterMs ?? 0) > 0)
            try await board.sql("update accounts set purge_audit = null")
            try await aki.send(leaving)
        }
    }

    @Test("Whoever is suspended stays so after a purge")
    func suspended() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            try await aki.post(in: thread)
            try await mio.audited("suspend aki forever spam")
            try await mio.audited("purge aki")
            let refusal = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
            #expect(refusal.reason == .suspended && refusal.suspension?.why == "spam")
        }
    }

    @Test("One that was broken off goes on by itself when a server starts")
    func brokenOff() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await mio.open()
            try await aki.posts(3, in: thread)
            try await mio.post("Stays", in: thread)
            // As the first step leaves it, and then the server died.
            try await board.sql(
                """
                with entry as (
                    insert into audit (at, actor_id, command, target)
                    values (clock_timestamp() - interval '2 minutes', \(mio.id), 'purge', 'account \(aki.id)') returning id
                )
                update accounts set purge_audit = entry.id from entry where accounts.id = \(aki.id)
                """)
            try await board.restart()
            let follower = try await board.follow(thread.id)
            let isDone = try await eventually(within: .seconds(30)) {
                try await board.sql("select count(*) as n from accounts where purge_audit is not null")[0]
                    .int("n") == 0
            }
            #expect(isDone)
            try await board.expectConverges(follower)
            #expect(await follower.replica.postCount == 1)
            let again = try await board.member(with: aki.token)
            try await again.post(in: thread)
            let admin = try await board.member(with: mio.token)
            let entry = try #require(try await board.audit().last)
            try await admin.audited("undo \(entry.id)")
            #expect(try await admin.thread(thread.id).postCount == 5)
            try await board.expectExactCounts()
        }
    }

    @Test("Posts of a deleted thread go too, and nobody is told that the thread is there")
    func deletedThread() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let (gone, thread) = (try await mio.open("Gone"), try await mio.open())
            try await aki.posts(2, in: gone)
            let watcher = try await board.connected()
            try await watcher.send(WatchCounts(all: true))
            try await mio.audited("delete thread \(gone.id)")
            try await watcher.next(\.countsChanged) {
                $0.counts.contains { $0.threadId == gone.id && $0.deleted.value == true }
            }
            while await watcher.takeUnread(\.countsChanged) != nil {}  // Counts of before the deletion.
            let entry = try await mio.audited("purge aki")
            try await mio.audited("undo \(entry)")
            try await mio.audited("purge aki")
            let last = try await mio.post(in: thread)
            try await watcher.next(\.countsChanged) {
                $0.counts.contains { $0.seq == last.seq && $0.threadId == thread.id }
            }
            for notice in await watcher.unread {
                let entries = notice.countsChanged?.counts ?? []
                #expect(entries.allSatisfy { $0.threadId != gone.id || $0.deleted.value == true })
            }
            try await mio.audited("restore thread \(gone.id)")
            #expect(try await mio.thread(gone.id).postCount == 0)
            try await board.expectExactCounts()
        }
    }

    @Test("It is an admin's to do, on whoever is below, and needs posts to leave an entry")
    func rights() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let nao = try await board.quickMember("nao", role: .moderator)
            _ = try await board.quickMembers(["oto"], role: .admin)
            _ = try await board.quickMember("aki")
            #expect(try await nao.refusal(ofCommand: "purge aki").reason == .forbidden)
            for line in ["purge oto", "purge mio", "purge oto --dry-run"] {
                #expect(try await mio.refusal(ofCommand: line).reason == .forbidden)
            }
            for line in ["purge nobody", "purge nobody --dry-run"] {
                #expect(try await mio.refusal(ofCommand: line).reason == .notFound)
            }
            #expect(try await mio.command("purge aki").data["auditId"] == nil)
            #expect(try await mio.command("purge aki --dry-run").data == ["rows": 0])
            #expect(try await board.audit().isEmpty)
        }
    }
}
