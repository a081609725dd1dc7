import BoardClient
import BoardProtocol
import BoardSQL
import BoardServer
import BoardTestSupport
import Testing

@Suite("Reporting a post", .needsDatabase)
struct CreateReportTests {
    @Test("Moderators see the post as it was reported, whatever becomes of it")
    func asItWas() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post("So rude", in: thread, title: "Listen")
            let report = try await ben.send(CreateReport(postId: post.id, why: "  rude  ")).reportId
            try await aki.send(EditPost(postId: post.id, title: .null, body: "So kind"))
            try await aki.send(DeletePost(postId: post.id))
            let reports = try await mio.reports()
            #expect(reports.count == 1)
            let item = try #require(reports.first)
            #expect(item["id"] == report.json && item["postId"] == post.id.json)
            #expect(item["threadId"] == thread.id.json)
            #expect(item["by"] == "ben" && item["author"] == "aki" && item["why"] == "rude")
            #expect(item["state"] == "open" && item["title"] == "Listen" && item["body"] == "So rude")
            #expect(item["createdAt"]?.string.flatMap { Timestamp($0) } != nil)
            let text = try await mio.command("reports").text
            #expect(text.contains("So rude") && text.contains("aki") && text.contains("ben"))
        }
    }

    @Test("One open report for each member and post; once it is settled there may be another")
    func once() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let thread = try await members[0].open()
            let post = try await members[0].post(in: thread)
            let report = CreateReport(postId: post.id, why: "rude")
            let first = try await members[1].send(report).reportId
            #expect(try await members[1].client.refusal(of: report).reason == .conflict)
            try await members[2].send(report)
            try await mio.audited("resolve \(first)")
            let second = try await members[1].send(report).reportId
            #expect(second > first)
            #expect(try await mio.reports().count == 2)
            #expect(try await mio.reports("all").compactMap { $0["id"]?.string }.first == "\(second)")
        }
    }

    @Test("Of ten at once, at two servers, one is taken")
    func atOnce() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let there = try await board.member(with: ben.token, on: second)
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            var tries: [Task<CreateReport.Reply, any Error>] = []
            for number in 0..<10 {
                let client = number.isMultiple(of: 2) ? ben.client : there.client
                tries.append(await client.begin(CreateReport(postId: post.id, why: "\(number)")))
            }
            var taken = 0
            for attempt in tries {
                switch await attempt.result {
                case .success: taken += 1
                case .failure(let error): #expect((error as? Refusal)?.reason == .conflict, "\(error)")
                }
            }
            #expect(taken == 1)
        }
    }

    @Test("Guests log in first; the suspended may not; one's own posts, and what is not there, are no matter")
    func refusals() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let (thread, gone) = (try await aki.open(), try await aki.open("Gone"))
            let posts = try await aki.posts(2, in: thread)
            let inGone = try await aki.post(in: gone)
            try await aki.send(DeletePost(postId: posts[1].id))
            try await aki.send(DeleteThread(threadId: gone.id))
            func refusal(_ post: PostID, why: String = "rude") async throws -> Refusal {
                try await ben.client.refusal(of: CreateReport(postId: post, why: why))
            }
            let guest = try await board.client()
            for id in [posts[0].id, PostID(rawValue: 999)] {
                let asGuest = try await guest.refusal(of: CreateReport(postId: id, why: "rude"))
                #expect(asGuest.reason == .loginRequired)
            }
            let own = try await aki.client.refusal(of: CreateReport(postId: posts[0].id, why: "rude"))
            #expect(own.reason == .forbidden)
            for id in [posts[1].id, inGone.id, PostID(rawValue: 999)] {
                #expect(try await refusal(id).reason == .notFound)
            }
            for why in ["", " \n ", String(repeating: "x", count: 1_001), "\u{202E}edur"] {
                let refused = try await refusal(posts[0].id, why: why)
                #expect(refused.reason == .invalidParams && refused.field == "why")
            }
            try await mio.audited("suspend ben 1h")
            #expect(try await refusal(posts[0].id).reason == .suspended)
            #expect(try await mio.reports("all").isEmpty)
        }
    }

    @Test("Five a minute, at all servers together; what is refused for another reason takes no turn")
    func rate() async throws {
        try await TestBoard.run({ $0.limitsRates = true }) { board in
            let second = try await board.secondServer()
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let there = try await board.member(with: ben.token, on: second)
            let thread = try await aki.open()
            let posts = try await aki.posts(3, in: thread)
            try await board.sql("delete from rates")
            let more = try await aki.posts(3, in: thread)
            for post in posts + more.prefix(2) {
                try await ben.send(CreateReport(postId: post.id, why: "rude"))
                let again = try await there.client.refusal(of: CreateReport(postId: post.id, why: "rude"))
                #expect(again.reason == .conflict)
            }
            for member in [ben, there] {
                let refusal = try await member.client.refusal(
                    of: CreateReport(postId: more[2].id, why: "rude"))
                #expect(refusal.reason == .rateLimited)
                #expect(1...12_000 ~= (refusal.retryAfterMs ?? 0))
            }
            try await board.sql("update rates set due_at = due_at - interval '12 s'")
            try await there.send(CreateReport(postId: more[2].id, why: "rude"))
        }
    }

    @Test("The reports of a deleted account stay, as nobody's")
    func nobodys() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.member("ben"))
            let thread = try await aki.open()
            let post = try await aki.post(in: thread)
            let report = try await ben.send(CreateReport(postId: post.id, why: "rude")).reportId
            try await ben.send(DeleteAccount(password: TestMember.password))
            let item = try #require(try await mio.reports().first)
            #expect(item["id"] == report.json && item["by"] == .null && item["body"]?.string == post.body)
            try await mio.audited("resolve \(report) dismiss")
            #expect(try await mio.reports().isEmpty)
        }
    }

    @Test("An export has one's reports, with what came of them, and nobody else's")
    func export() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let thread = try await members[0].open()
            let posts = try await members[0].posts(2, in: thread)
            let first = try await members[1].send(CreateReport(postId: posts[0].id, why: "rude")).reportId
            let second = try await members[1].send(CreateReport(postId: posts[1].id, why: "spam")).reportId
            try await members[2].send(CreateReport(postId: posts[1].id, why: "lies"))
            try await mio.audited("resolve \(first) dismiss")
            let items = try await members[1].send(ExportAccount()).items.filter { $0["kind"] == "report" }
            #expect(items.map { $0["id"] } == [first.json, second.json])
            #expect(items.map { $0["postId"] } == posts.map(\.id.json))
            #expect(items.map { $0["why"] } == ["rude", "spam"])
            #expect(items.map { $0["state"] } == ["dismissed", "open"])
            let theirs = try await members[0].send(ExportAccount()).items
            #expect(theirs.allSatisfy { $0["kind"] != "report" })
        }
    }

    @Test("A post by somebody one blocks may be reported; moderators' own blocks hide nothing from them")
    func blocks() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            let post = try await aki.post("So rude", in: thread)
            for member in [mio, ben] { try await member.send(AddBlock(accountId: aki.id)) }
            try await mio.send(AddBlock(accountId: ben.id))
            try await ben.send(CreateReport(postId: post.id, why: "rude"))
            let item = try #require(try await mio.reports().first)
            #expect(item["body"] == "So rude" && item["by"] == "ben" && item["author"] == "aki")
            let shown = try await mio.command("show \(post.id)").data["post"]
            #expect(shown?["body"] == "So rude" && shown?["author"]?["name"] == "aki")
        }
    }
}
