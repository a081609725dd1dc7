import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("The board's main job", .needsDatabase)
struct MainJobTests {
    @Test(
        "A conversation is the same for all who take part, live and read anew",
        .enabled(if: TestBoard.hasShell))
    func conversation() async throws {
        try await TestBoard.run { board in
            // A guest reads, and is told what it takes to write.
            let aki = try await board.client()
            #expect(try await aki.hello.session == .init(role: .guest))
            #expect(try await aki.send(ListThreads()).threads.isEmpty)
            let refusal = try await aki.refusal(of: CreateThread(title: "ラーメンの話 🍜"))
            #expect(refusal.reason == .loginRequired && !refusal.message.isEmpty)

            // The guest registers, on the same connection, and opens a thread.
            let akis = try await aki.send(Register(name: "あき", password: TestMember.password)).account
            let thread = try await aki.send(CreateThread(title: "ラーメンの話 🍜", category: "雑談")).thread
            #expect(
                thread.author == Author(id: akis.id, name: "あき") && thread.can == .value(.init(post: .ok)))

            // Others are there: one who blocks aki, one who only watches the numbers, one who loses the network.
            let (ben, chie) = (try await board.member("ben"), try await board.member("chie"))
            try await chie.send(AddBlock(accountId: akis.id))
            let watcher = try await board.client()
            let counts = try await watcher.send(WatchCounts(threadIds: [thread.id])).counts
            #expect(
                counts == [
                    .init(threadId: thread.id, postCount: .value(0), hiddenCount: .value(0), seq: thread.seq)
                ])
            let benFollows = try await board.follow(thread.id, token: ben.token)
            let chieFollows = try await board.follow(thread.id, token: chie.token)
            let chieListens = try await board.member(with: chie.token)
            let joined = try await chieListens.send(JoinThread(threadId: thread.id))
            let away = try await board.follow(thread.id)
            await away.client.drop()
            try await away.client.ended()

            // Aki posts; ben likes it, answers it, and has a word more.
            let text = "おすすめは？👨‍👩‍👧‍👦🍜🇯🇵"
            let question = try await aki.send(CreatePost(threadId: thread.id, title: "質問", body: text)).post
            #expect(question.body == text)
            let liked = try await ben.send(LikePost(postId: question.id))
            #expect(liked == LikeState(liked: true, likeCount: 1, seq: question.seq + 1))
            let answer = try await ben.post("博多の屋台！", in: thread, replyTo: question.id)
            let more = try await ben.post("札幌も。", in: thread)
            let thanks = try await aki.send(
                CreatePost(threadId: thread.id, body: "ありがとう！", replyTo: answer.id))
            #expect(thanks.postCount == 4 && thanks.seq == thread.seq + 5)

            // The most popular is not the newest.
            let guest = try await board.client()
            let newest = try await guest.send(ListPosts(threadId: thread.id, order: .newest)).posts
            let popular = try await guest.send(ListPosts(threadId: thread.id, order: .popular)).posts
            let oldest = try await guest.send(ListPosts(threadId: thread.id, order: .oldest)).posts
            #expect(newest.map(\.id) == [thanks.post.id, more.id, answer.id, question.id])
            #expect(popular.map(\.id) == [question.id, thanks.post.id, more.id, answer.id])
            #expect(oldest == newest.reversed() && oldest.map(\.likeCount) == [1, 0, 0, 0])

            // Chie sees nothing of aki's, and how much she does not see.
            let page = try await chie.send(ListPosts(threadId: thread.id))
            #expect(page.posts.map(\.id) == [more.id, answer.id])
            #expect(page.postCount == 4 && page.hiddenCount == 2)
            #expect(try await chie.thread(thread.id).hiddenCount == .value(2))
            #expect(try await chie.send(ListThreads()).threads.isEmpty)
            #expect(
                try await chie.send(GetPost(postId: question.id)).post
                    == .blocked(id: question.id, threadId: thread.id))
            var told = joined.seq
            var seen: [PostID] = []
            while told < thanks.seq {
                let message = try await chieListens.client.next(\.threadChanged)
                #expect(message.from == told)
                told = message.seq
                seen += message.changes.map(\.id)
                if told == thanks.seq { #expect(message.postCount == 4 && message.hiddenCount == .value(2)) }
            }
            #expect(seen == [answer.id, more.id])

            // The numbers of whoever watches end exact.
            let last = try await watcher.next(\.countsChanged) { $0.counts.contains { $0.seq == thanks.seq } }
            #expect(last.counts == [.init(threadId: thread.id, postCount: .value(4), seq: thanks.seq)])

            // An operator locks the thread from the shell: it shows within a second, and holds.
            let lock = try await board.shell(["lock", "\(thread.id)"])
            #expect(lock.exitCode == 0, "\(lock)")
            let locked = try await chieListens.client.next(\.threadChanged, within: .seconds(1))
            guard case .live(let now) = locked.thread.value else {
                Issue.record("no thread in \(locked)")
                return
            }
            #expect(now.locked && locked.changes.isEmpty && locked.from == thanks.seq)
            let late = CreatePost(threadId: thread.id, body: "遅かった")
            #expect(try await aki.refusal(of: late).reason == .locked)
            #expect(try await ben.thread(thread.id).can == .value(.init(post: .locked)))

            // Who was away comes back, and all hold exactly what the server has.
            try await away.resume(with: board.client())
            for follower in [away, benFollows, chieFollows] { try await board.expectConverges(follower) }
            for follower in [away, benFollows, chieFollows] {
                #expect(await follower.gaps == 0)
                #expect(await follower.resets == 0)
            }
            #expect(await chieFollows.replica.posts.count == 2)
            #expect(await away.replica.thread?.locked == true)
            try await board.expectExactCounts()
        }
    }
}
