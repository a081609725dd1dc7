import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Deleting a thread, and bringing it back", .needsDatabase)
struct DeleteThreadTests {
    @Test("It is gone from all that is read, with all its posts")
    func gone() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let (thread, other) = (try await aki.open(category: "a"), try await aki.open(category: "b"))
            let post = try await aki.post(in: thread)
            try await ben.send(LikePost(postId: post.id))
            let wire = try await board.wire(token: aki.token)
            #expect(try await wire.call("thread.delete", ["threadId": thread.id.json]) == [:])
            let requests: [any BoardRequest] = [
                GetThread(threadId: thread.id), ListPosts(threadId: thread.id), GetPost(postId: post.id),
                CreatePost(threadId: thread.id, body: "x"), EditPost(postId: post.id, body: "x"),
                DeletePost(postId: post.id), JoinThread(threadId: thread.id),
                JoinThread(threadId: thread.id, since: 1), RenameThread(threadId: thread.id, title: "x"),
                DeleteThread(threadId: thread.id),
            ]
            for request in requests {
                #expect(try await aki.client.refusal(of: request).reason == .notFound, "\(request)")
            }
            for request: any BoardRequest in [LikePost(postId: post.id), UnlikePost(postId: post.id)] {
                #expect(try await ben.client.refusal(of: request).reason == .notFound, "\(request)")
            }
            #expect(try await ben.send(ListThreads()).threads.map(\.id) == [other.id])
            #expect(try await ben.send(ListThreads(category: "a")).threads.isEmpty)
            #expect(try await ben.send(WatchCounts(threadIds: [thread.id])).counts.isEmpty)
            let categories = try await ben.send(ListCategories()).categories
            #expect(categories == [CategorySummary(name: "b", threadCount: 1)])
            try await board.expectExactCounts()
        }
    }

    @Test("One's own, or any for those who moderate; also when locked, also by the suspended")
    func who() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let guest = try await board.client()
            let (first, second) = (try await aki.open(), try await aki.open())
            let delete = DeleteThread(threadId: first.id)
            #expect(try await guest.refusal(of: delete).reason == .loginRequired)
            #expect(try await ben.client.refusal(of: delete).reason == .forbidden)
            try await mio.send(delete)
            try await mio.command("lock \(second.id)")
            try await mio.command("suspend aki forever")
            try await aki.send(DeleteThread(threadId: second.id))
            #expect(try await ben.send(ListThreads()).threads.isEmpty)
        }
    }

    @Test("Deleting, bringing back and deleting again counts each time once")
    func roundAndRound() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open(category: "c")
            let posts = try await aki.posts(3, in: thread)
            try await ben.send(LikePost(postId: posts[0].id))
            try await aki.send(DeletePost(postId: posts[1].id))
            var before = try await aki.thread(thread.id)
            for _ in 0..<3 {
                try await aki.send(DeleteThread(threadId: thread.id))
                #expect(try await aki.send(ListCategories()).categories.isEmpty)
                try await mio.command("restore thread \(thread.id)")
                let after = try await aki.thread(thread.id)
                before.seq += 2
                #expect(after == before)
                let page = try await ben.send(ListPosts(threadId: thread.id, order: .oldest))
                #expect(page.posts.map(\.id) == [posts[0].id, posts[2].id])
                #expect(page.posts.map(\.liked) == [.value(true), .value(false)])
                #expect(
                    try await aki.send(ListCategories()).categories == [.init(name: "c", threadCount: 1)])
            }
            let again = RunCommand(command: "restore thread \(thread.id)")
            #expect(try await mio.client.refusal(of: again).reason == .conflict)
            #expect(try await aki.client.refusal(of: again).reason == .forbidden)
            try await board.expectExactCounts()
        }
    }

    @Test("Posts that race a deletion are either in the thread or refused, and the numbers agree")
    func race() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers((0..<4).map { "m\($0)" })
            let thread = try await members[0].open()
            var replies: [Task<CreatePost.Reply, any Error>] = []
            var deletion: Task<Nothing, any Error>?
            for number in 0..<100 {
                let request = CreatePost(threadId: thread.id, body: "\(number)")
                replies.append(await members[number % 4].client.begin(request))
                if number == 50 { deletion = await mio.client.begin(DeleteThread(threadId: thread.id)) }
            }
            _ = try await deletion?.value
            var taken: Int64 = 0
            for reply in replies {
                do {
                    _ = try await reply.value
                    taken += 1
                } catch let refusal as Refusal {
                    #expect(refusal.reason == .notFound)
                }
            }
            try await mio.command("restore thread \(thread.id)")
            let now = try await mio.thread(thread.id)
            #expect(now.postCount == taken && now.seq == thread.seq + taken + 2)
            try await board.expectExactCounts()
        }
    }
}
