import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Deleting an account", .needsDatabase)
struct DeleteAccountTests {
    @Test("Posts and threads stay and are nobody's; likes and blocks go; everybody hears of it")
    func leaves() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let (ben, cho) = try await (board.quickMember("ben"), board.quickMember("cho"))
            let thread = try await aki.open()
            let theirs = try await ben.open("Soba")
            let post = try await aki.post(in: thread)
            let liked = try await ben.post(in: thread)
            try await aki.send(LikePost(postId: liked.id))
            try await aki.send(AddBlock(accountId: cho.id))
            try await cho.send(AddBlock(accountId: aki.id))
            try await aki.post(in: theirs)
            #expect(try await cho.thread(thread.id).hiddenCount.value == 1)
            let guest = try await board.follow(thread.id)
            let other = try await board.follow(theirs.id)
            let blocker = try await board.follow(thread.id, token: cho.token)
            let elsewhere = try await board.member(with: aki.token)
            let watcher = try await board.connected()
            try await watcher.send(WatchCounts(threadIds: [thread.id]))

            try await aki.send(DeleteAccount(password: TestMember.password))

            #expect(try await elsewhere.client.ended().closeCode == 4001)
            #expect(try await aki.client.refusal(of: GetAccount()).reason == .loginRequired)
            #expect(try await aki.client.thread(thread.id).author == .deleted)
            let posts = try await cho.client.all(ListPosts(threadId: thread.id, order: .oldest))
            #expect(posts.map(\.id) == [post.id, liked.id])
            #expect(posts.map(\.author) == [.deleted, ben.author])
            #expect(posts[1].likeCount == 0)
            #expect(try await cho.thread(thread.id).hiddenCount.value == 0)
            #expect(try await cho.client.all(ListBlocks()).isEmpty)
            let left = try await board.sql(
                """
                select (select count(*) from likes) + (select count(*) from blocks)
                    + (select count(*) from sessions where account_id = $1::bigint)
                    + (select count(*) from thread_authors where author_id = $1::bigint) as n
                """, .int(aki.id.rawValue))
            #expect(left[0].int("n") == 0)

            let now = try await ben.thread(thread.id)
            let told = try await watcher.next(\.countsChanged) { $0.counts.contains { $0.seq == now.seq } }
            #expect(told.counts.first?.postCount == .value(2))
            try await board.expectConverges(guest, other, blocker)
            for follower in [guest, other] { #expect(await follower.gaps == 0) }
            try await board.expectExactCounts()
        }
    }

    @Test("The name is free again, and the old password logs nobody in")
    func nameIsFree() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let thread = try await aki.open()
            try await aki.send(DeleteAccount(password: TestMember.password))
            let login = try await aki.client.refusal(of: LogIn(name: "aki", password: TestMember.password))
            #expect(login.reason == .badCredentials)
            let newcomer = try await board.member("AKI")
            #expect(newcomer.id != aki.id)
            #expect(try await newcomer.thread(thread.id).author == .deleted)
            let rename = try await newcomer.client.refusal(
                of: RenameThread(threadId: thread.id, title: "Mine"))
            #expect(rename.reason == .forbidden)
        }
    }

    @Test("A wrong password deletes nothing, and an account that has none ends where it was made")
    func refused() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let ben = try await board.quickMember("ben")
            let wrong = try await aki.client.refusal(of: DeleteAccount(password: "wrong horse"))
            #expect(wrong.reason == .badCredentials)
            let none = try await ben.client.refusal(of: DeleteAccount(password: ""))
            #expect(none.reason == .forbidden)
            #expect(try await aki.send(GetAccount()).account == aki.account)
        }
    }

    @Test("The last admin cannot leave; one of two can")
    func lastAdmin() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki", role: .admin)
            let refusal = try await aki.client.refusal(of: DeleteAccount(password: TestMember.password))
            #expect(refusal.reason == .conflict)
            #expect(try await aki.send(GetAccount()).account.role == .admin)
            _ = try await board.quickMember("ben", role: .admin)
            try await aki.send(DeleteAccount(password: TestMember.password))
        }
    }

    @Test("More than a step's rows: every change continues the one before")
    func manyRows() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            let ben = try await board.quickMember("ben")
            let thread = try await ben.open()
            try await aki.posts(620, in: thread)
            for post in try await ben.posts(30, in: thread) { try await aki.send(LikePost(postId: post.id)) }
            let follower = try await board.follow(thread.id)
            try await aki.send(DeleteAccount(password: TestMember.password))
            try await board.expectConverges(follower)
            #expect(await follower.gaps == 0)
            #expect(await follower.resets == 0)
            #expect(await follower.replica.posts.values.filter { $0.author == .deleted }.count == 620)
            try await board.expectExactCounts()
        }
    }

    @Test("What was broken off half way is finished by whichever server runs next")
    func resumed() async throws {
        try await TestBoard.run { board in
            let aki = try await board.quickMember("aki")
            let (ben, cho) = try await (board.quickMember("ben"), board.quickMember("cho"))
            let thread = try await aki.open()
            try await aki.post(in: thread)
            let liked = try await ben.post(in: thread)
            try await aki.send(LikePost(postId: liked.id))
            try await cho.send(AddBlock(accountId: aki.id))
            // As the first statement of `account.delete` leaves it, and then the server died.
            try await board.sql(
                """
                update accounts set deleted_at = clock_timestamp() - interval '2 minutes', name = null,
                    name_key = null, password_hash = null where id = $1::bigint
                """, .int(aki.id.rawValue))
            try await board.restart()
            let follower = try await board.follow(thread.id)
            let isDone = try await eventually(within: .seconds(30)) {
                try await board.sql("select count(*) as n from accounts where erased_at is not null")[0].int(
                    "n")
                    == 1
            }
            #expect(isDone)
            let reader = try await board.member(with: cho.token)
            #expect(try await reader.thread(thread.id).author == .deleted)
            #expect(try await reader.thread(thread.id).hiddenCount.value == 0)
            let posts = try await reader.client.all(ListPosts(threadId: thread.id, order: .oldest))
            #expect(posts.map(\.author) == [.deleted, ben.author] && posts.allSatisfy { $0.likeCount == 0 })
            try await board.expectConverges(follower)
            #expect(await follower.gaps == 0)
            try await board.expectExactCounts()
        }
    }
}
