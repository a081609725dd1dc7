import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Unread counts over random histories", .needsDatabase)
struct UnreadHistoriesTests {
    @Test(
        "Are what counting every post says, for every member, whatever was posted, taken off, blocked and read",
        arguments: 0..<6)
    func histories(_ round: Int) async throws {
        var chance = SeededGenerator()
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let members = try await board.quickMembers(["aki", "ben", "chie", "dai"])
            let threads = [try await mio.open("A"), try await mio.open("B")]
            for step in 0..<120 {
                do {
                    try await act(members, threads, mio, &chance)
                } catch let refusal as Refusal
                    where [.forbidden, .notFound, .conflict].contains(refusal.reason)
                {
                    // Refused is what some of this should be.
                }
                guard step % 10 == 9 else { continue }
                for member in members + [mio] {
                    for thread in try await member.send(ListThreads()).threads {
                        let wanted = try await counted(board, member, thread)
                        #expect(
                            thread.unread == .value(wanted), "\(chance), step \(step), \(member.account.name)"
                        )
                        let got = try await member.thread(thread.id)
                        #expect(got.unread == .value(wanted), "\(chance), step \(step)")
                    }
                }
            }
        }
    }

    private func act(
        _ members: [TestMember], _ threads: [ThreadSummary], _ mio: TestMember,
        _ chance: inout SeededGenerator
    ) async throws {
        let member = members[Int.random(in: 0..<members.count, using: &chance)]
        let other = members[Int.random(in: 0..<members.count, using: &chance)]
        let thread = threads[Int.random(in: 0..<threads.count, using: &chance)]
        func somePost() async throws -> Post? {
            try await mio.send(ListPosts(threadId: thread.id, limit: 100)).posts.randomElement(using: &chance)
        }
        switch Int.random(in: 0..<20, using: &chance) {
        case 0..<9: try await member.post(in: thread)
        case 9, 10:
            let seq = Int64.random(in: 0...80, using: &chance)
            let reply = try await member.send(MarkThreadRead(threadId: thread.id, seq: seq))
            #expect(try await member.thread(thread.id).unread == .value(reply.unread), "\(chance)")
        case 11, 12:
            if let post = try await somePost() { try await mio.send(DeletePost(postId: post.id)) }
        case 13:
            let id = Int64.random(in: 1...60, using: &chance)
            try await mio.command("restore post \(id)")
        case 14: if let post = try await somePost() { try await member.send(LikePost(postId: post.id)) }
        case 15, 16: try await member.send(AddBlock(accountId: other.id))
        case 17: try await member.send(RemoveBlock(accountId: other.id))
        case 18:
            if let entry = try await mio.command("purge \(other.account.name)").data["auditId"]?.string,
                Bool.random(using: &chance)
            {
                try await mio.command("undo \(entry)")
            }
        default: try await mio.command("rename \(thread.id) \(Int.random(in: 0..<100, using: &chance))")
        }
    }

    /// By the rule's words, post by post.
    private func counted(_ board: TestBoard, _ member: TestMember, _ thread: ThreadSummary) async throws
        -> Int64
    {
        try await board.sql(
            """
            select count(*) as n from posts p where p.thread_id = \(thread.id) and p.deleted_at is null
                and p.author_id is distinct from \(member.id)
                and p.author_id not in (select blocked_id from blocks where member_id = \(member.id))
                and p.created_seq > coalesce((select seq from read_marks where member_id = \(member.id)
                    and thread_id = \(thread.id)), 0)
            """)[0].int64("n")
    }
}
