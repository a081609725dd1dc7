import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("Taking back what a command did", .needsDatabase)
struct UndoCommandTests {
    private static let lines = [
        "delete post P too loud", "delete thread T", "delete thread T off topic", "purge aki",
        "rename T Udon",
        "move T noodles", "move U noodles", "resolve R delete",
    ]

    @Test(
        "All is exactly as it was, to every viewer and in every order, and live clients come to hold it",
        arguments: lines)
    func reversed(_ line: String) async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let line = scene.filled(line)
            let before = try await scene.readings()
            let watched = try await board.client()
            try await watched.send(WatchCounts(all: true))
            let followers = [
                try await board.follow(scene.thread.id),
                try await board.follow(scene.thread.id, token: scene.chie.token),
                try await board.follow(scene.other.id),
            ]

            let entry = try await scene.mio.audited(line)
            #expect(try await scene.readings() != before)
            for follower in followers { try await board.expectConverges(follower, "after \(line)") }
            try await board.expectExactCounts()

            let rows = try await scene.mio.command("undo \(entry) --dry-run").data["rows"]?.int64
            #expect(rows == scene.rows(of: line))
            let undoing = try await scene.mio.audited("undo \(entry)")
            #expect(try await scene.readings() == before)
            for follower in followers where await !follower.replica.isDeleted {
                try await board.expectConverges(follower, "after the undoing of \(line)")
                #expect(await follower.gaps == 0)
            }
            let seq = try await scene.mio.thread(scene.thread.id).seq
            let moved = line.contains("\(scene.other.id) noodles") ? scene.other.id : scene.thread.id
            if moved == scene.thread.id {
                try await watched.next(\.countsChanged) {
                    $0.counts.contains { $0.threadId == moved && $0.seq == seq && $0.deleted.value != true }
                }
            }
            try await board.expectExactCounts()

            let audit = try #require(try await board.audit().last)
            #expect(audit.id == undoing && audit.command == "undo" && audit.target == "audit \(entry)")
            #expect(try await scene.mio.refusal(ofCommand: "undo \(entry)").reason == .conflict)
            #expect(try await scene.mio.refusal(ofCommand: "undo \(undoing)").reason == .conflict)
            #expect(try await board.audit().last?.id == undoing)
        }
    }

    @Test("A suspension taken back is what it was before that command, and counts at once")
    func suspension() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let aki = try await board.quickMember("aki")
            let thread = try await aki.open()
            let first = try await mio.audited("suspend aki 7d spam")
            let held = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x")).suspension
            let second = try await mio.audited("suspend aki forever lies")
            #expect(try await mio.refusal(ofCommand: "undo \(first)").reason == .conflict)
            try await mio.audited("undo \(second)")
            let again = try await aki.client.refusal(of: CreatePost(threadId: thread.id, body: "x"))
                .suspension
            #expect(again == held && again?.why == "spam")
            try await mio.audited("undo \(first)")
            try await aki.client.next(\.accountChanged) { $0.can.post == .ok }
            try await aki.post(in: thread)
            for entry in [first, second] {
                #expect(try await mio.refusal(ofCommand: "undo \(entry)").reason == .conflict)
            }
        }
    }

    @Test(
        "What was gone before a purge stays gone when the purge is taken back, and what its author took off since"
    )
    func purgeOnly() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await mio.open()
            let posts = try await aki.posts(5, in: thread)
            try await aki.send(DeletePost(postId: posts[0].id))
            try await mio.audited("delete post \(posts[1].id)")
            let entry = try await mio.audited("purge aki")
            try await mio.audited("restore post \(posts[2].id)")
            try await mio.audited("undo \(entry)")
            let there = try await mio.client.all(ListPosts(threadId: thread.id, order: .oldest))
            #expect(there.map(\.id) == posts[2...].map(\.id))
            try await board.expectExactCounts()
        }
    }

    @Test("More than 500 posts of several threads come back, under one audit entry, to clients that watch")
    func manySteps() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let threads = [try await mio.open("A"), try await mio.open("B")]
            try await aki.posts(330, in: threads[0])
            try await aki.posts(290, in: threads[1])
            let entry = try await mio.audited("purge aki")
            let followers = [try await board.follow(threads[0].id), try await board.follow(threads[1].id)]
            let reply = try await mio.command("undo \(entry)")
            #expect(reply.text.contains("620"))
            for (follower, thread) in zip(followers, threads) {
                try await board.expectConverges(follower)
                #expect(await follower.gaps == 0)
                #expect(try await mio.thread(thread.id).postCount == (thread.id == threads[0].id ? 330 : 290))
            }
            #expect(try await board.audit().count == 2)
            try await board.expectExactCounts()
        }
    }

    @Test("An undoing that was broken off goes on by itself when a server starts")
    func brokenOff() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .admin)
            let aki = try await board.quickMember("aki")
            let thread = try await mio.open()
            let posts = try await aki.posts(3, in: thread)
            let entry = try await mio.audited("purge aki")
            // As the first step of the undoing leaves it, and then the server died.
            try await board.sql(
                "update audit set is_undoing = true, undone_at = clock_timestamp() - interval '2 minutes' where id = \(entry)"
            )
            try await board.restart()
            let follower = try await board.follow(thread.id)
            let isDone = try await eventually(within: .seconds(30)) {
                try await board.sql("select count(*) as n from audit where is_undoing")[0].int("n") == 0
            }
            #expect(isDone)
            let reader = try await board.client()
            let there = try await reader.all(ListPosts(threadId: thread.id, order: .oldest))
            #expect(there.map(\.id) == posts.map(\.id))
            try await board.expectConverges(follower)
            try await board.expectExactCounts()
        }
    }

    @Test(
        "Of two who take the same thing back at the same moment, at two servers, one does",
        arguments: [
            "delete post P", "delete thread T", "rename T Udon", "move T noodles", "suspend aki 1h",
            "purge aki",
        ])
    func race(_ line: String) async throws {
        try await TestBoard.run { board in
            let scene = try await Scene.set(on: board)
            let second = try await board.secondServer()
            let there = try await board.member(with: scene.mio.token, on: second)
            let before = try await scene.readings()
            for _ in 0..<5 {
                let entry = try await scene.mio.audited(scene.filled(line))
                let undo = RunCommand(command: "undo \(entry)")
                var done = 0
                for attempt in [
                    await scene.mio.client.begin(undo), await there.client.begin(undo),
                    await there.client.begin(undo),
                ] {
                    switch await attempt.result {
                    case .success: done += 1
                    case .failure(let error): #expect((error as? Refusal)?.reason == .conflict, "\(error)")
                    }
                }
                #expect(done == 1)
                #expect(try await scene.readings() == before)
            }
            #expect(try await board.audit().count == 10)
            try await board.expectExactCounts()
        }
    }
}

/// Two threads with likes, a block and a report, for commands to be tried on.
struct Scene {
    let board: TestBoard
    let mio, aki, ben, chie: TestMember
    let thread, other: ThreadSummary
    let post: Post
    let report: ReportID

    static func set(on board: TestBoard) async throws -> Scene {
        let mio = try await board.quickMember("mio", role: .admin)
        let members = try await board.quickMembers(["aki", "ben", "chie"])
        let (aki, ben, chie) = (members[0], members[1], members[2])
        let thread = try await aki.open("Ramen", category: "food")
        let other = try await ben.open("Soba")
        try await aki.post("First", in: thread)
        try await ben.post("Second", in: thread)
        let post = try await aki.post("Third", in: thread, title: "Title")
        try await ben.post("Elsewhere", in: other)
        try await aki.post("Last", in: other)
        for member in [ben, chie] { try await member.send(LikePost(postId: post.id)) }
        try await chie.send(AddBlock(accountId: aki.id))
        let report = try await ben.send(CreateReport(postId: post.id, why: "rude")).reportId
        return Scene(
            board: board, mio: mio, aki: aki, ben: ben, chie: chie, thread: thread, other: other, post: post,
            report: report)
    }

    /// A command's line with T and U for the threads, P for the post, R for the report.
    func filled(_ line: String) -> String {
        line.split(separator: " ").map { word in
            switch word {
            case "T": "\(thread.id)"
            case "U": "\(other.id)"
            case "P": "\(post.id)"
            case "R": "\(report)"
            default: String(word)
            }
        }.joined(separator: " ")
    }

    /// How many posts and threads come back with it.
    func rows(of line: String) -> Int64 {
        if line.hasPrefix("delete thread") { return 4 }
        return line.hasPrefix("purge") ? 3 : 1
    }

    /// Of a guest, of a member, and of one who blocks the author.
    func readings() async throws -> [BoardReading] {
        let guest = try await board.client()
        var readings: [BoardReading] = []
        for client in [guest, ben.client, chie.client] {
            readings.append(try await .read(of: [thread.id, other.id], with: client))
        }
        return readings
    }
}
