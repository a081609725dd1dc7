import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("How far a member has read", .needsDatabase)
struct MarkThreadReadTests {
    @Test("Unread are others' live posts above the mark; without a mark all of them, and for guests none")
    func counted() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let opened = try await aki.send(CreateThread(title: "Ramen"))
            #expect(opened.thread.unread == .value(0))
            let thread = opened.thread
            let posts = try await aki.posts(6, in: thread)
            try await ben.post(in: thread)
            #expect(try await unread(aki, thread) == 1)
            #expect(try await unread(ben, thread) == 6)
            #expect(try await board.client().thread(thread.id).unread == .value(0))
            let marked = try await ben.send(MarkThreadRead(threadId: thread.id, seq: posts[3].seq))
            #expect(marked.unread == 2)
            #expect(try await unread(ben, thread) == 2)
            let listed = try await ben.send(ListThreads()).threads
            #expect(listed.map(\.unread) == [.value(2)])
            let renamed = try await aki.send(RenameThread(threadId: thread.id, title: "Udon")).thread
            #expect(renamed.unread == .value(1))
        }
    }

    @Test("Marks only go forward, and never ahead of the thread")
    func forward() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let posts = try await aki.posts(4, in: thread)
            func mark(_ seq: Int64) async throws -> Int64 {
                try await ben.send(MarkThreadRead(threadId: thread.id, seq: seq)).unread
            }
            #expect(try await mark(0) == 4)
            #expect(try await mark(posts[2].seq) == 1)
            #expect(try await mark(posts[0].seq) == 1)
            #expect(try await mark(0) == 1)
            #expect(try await mark(9_007_199_254_740_991) == 0)
            // It counted as the thread's: what comes now is unread.
            try await aki.post(in: thread)
            #expect(try await unread(ben, thread) == 1)
            let negative = try await ben.client.refusal(of: MarkThreadRead(threadId: thread.id, seq: -1))
            #expect(negative.reason == .invalidParams && negative.field == "seq")
        }
    }

    @Test("Follows blocks, deletions, restores and deleted authors; likes and edits change nothing")
    func changes() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.member("aki")
            let (ben, chie) = (try await board.quickMember("ben"), try await board.quickMember("chie"))
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            let other = try await chie.post(in: thread)
            try await ben.send(MarkThreadRead(threadId: thread.id, seq: posts[0].seq))
            #expect(try await unread(ben, thread) == 3)
            try await ben.send(AddBlock(accountId: aki.id))
            #expect(try await unread(ben, thread) == 1)
            #expect(try await ben.send(MarkThreadRead(threadId: thread.id, seq: posts[0].seq)).unread == 1)
            try await ben.send(RemoveBlock(accountId: aki.id))
            #expect(try await unread(ben, thread) == 3)
            try await ben.send(LikePost(postId: posts[1].id))
            try await aki.send(EditPost(postId: posts[0].id, body: "edited"))
            #expect(try await unread(ben, thread) == 3)
            try await aki.send(DeletePost(postId: posts[1].id))
            try await aki.send(DeletePost(postId: posts[0].id))
            #expect(try await unread(ben, thread) == 2)
            for post in posts[...1] { try await mio.audited("restore post \(post.id)") }
            #expect(try await unread(ben, thread) == 3)
            try await mio.audited("delete thread \(thread.id)")
            let gone = try await ben.client.refusal(of: MarkThreadRead(threadId: thread.id, seq: 1))
            #expect(gone.reason == .notFound)
            try await mio.audited("restore thread \(thread.id)")
            try await aki.send(DeleteAccount(password: TestMember.password))
            #expect(try await unread(ben, thread) == 3)
            #expect(try await unread(chie, thread) == 3)
            #expect(try await ben.send(MarkThreadRead(threadId: thread.id, seq: other.seq)).unread == 0)
        }
    }

    @Test("The member's other connections hear of it, at every server, and nobody else")
    func devices() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let (phone, elsewhere) = (
                try await board.member(with: ben.token), try await board.member(with: ben.token, on: second)
            )
            let thread = try await aki.open()
            let posts = try await aki.posts(4, in: thread)
            let all = [ben, phone, elsewhere]
            for (index, device) in all.enumerated() {
                let post = posts[index]
                let reply = try await device.send(MarkThreadRead(threadId: thread.id, seq: post.seq))
                #expect(reply.unread == Int64(3 - index))
                for other in all where other.client !== device.client {
                    let notice = try await other.client.next(\.threadRead)
                    #expect(notice == ThreadRead(threadId: thread.id, seq: post.seq, unread: reply.unread))
                }
                // What moves no mark is told to nobody.
                try await device.send(MarkThreadRead(threadId: thread.id, seq: 1))
            }
            for member in all + [aki] {
                try await member.send(Ping())
                #expect(await member.client.takeUnread(\.threadRead) == nil)
            }
        }
    }

    @Test("Guests have none; the suspended go on reading")
    func who() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await mio.open()
            let post = try await mio.post(in: thread)
            let guest = try await board.client().refusal(of: MarkThreadRead(threadId: thread.id, seq: 1))
            #expect(guest.reason == .loginRequired)
            try await mio.audited("suspend aki 1h")
            #expect(try await aki.send(MarkThreadRead(threadId: thread.id, seq: post.seq)).unread == 0)
            let none = try await aki.client.refusal(
                of: MarkThreadRead(threadId: .init(rawValue: 999), seq: 1))
            #expect(none.reason == .notFound)
        }
    }

    private func unread(_ member: TestMember, _ thread: ThreadSummary) async throws -> Int64? {
        try await member.thread(thread.id).unread.value
    }
}
