import BoardProtocol
import BoardTestSupport
import Testing

@Suite("Blocking somebody", .needsDatabase)
struct AddBlockTests {
    @Test("Their posts and threads are gone from all that the blocker reads, and are counted as hidden")
    func hidden() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let (theirs, own) = (try await aki.open("Theirs"), try await ben.open("Own"))
            let post = try await aki.post(in: own)
            try await ben.post(in: own)
            try await ben.post(in: theirs)
            let wire = try await board.wire(token: ben.token)
            #expect(try await wire.call("block.add", ["accountId": aki.id.json]) == [:])
            #expect(try await ben.send(ListThreads()).threads.map(\.id) == [own.id])
            let page = try await ben.send(ListPosts(threadId: own.id))
            #expect(page.posts.count == 1 && page.postCount == 2 && page.hiddenCount == 1)
            #expect(
                try await ben.send(GetPost(postId: post.id)).post
                    == .blocked(id: post.id, threadId: own.id))
            let counts = try await ben.send(WatchCounts(threadIds: [own.id])).counts
            #expect(counts.map(\.hiddenCount) == [.value(1)] && counts.map(\.postCount) == [.value(2)])
            // The blocked one notices nothing.
            #expect(try await aki.client.all(ListPosts(threadId: own.id)).count == 2)
            #expect(try await aki.send(ListBlocks()).authors.isEmpty)
        }
    }

    @Test("Blocking again changes nothing; each block and each lifting raises the account's number")
    func version() async throws {
        try await TestBoard.run { board in
            let members = try await board.quickMembers(["aki", "ben", "chie"])
            let ben = members[1]
            let listener = try await board.member(with: ben.token)
            let start = try #require(try await listener.client.hello.session.blocksVersion.value)
            try await ben.send(AddBlock(accountId: members[0].id))
            try await ben.send(AddBlock(accountId: members[0].id))
            try await ben.send(RemoveBlock(accountId: members[2].id))
            try await ben.send(AddBlock(accountId: members[2].id))
            try await ben.send(RemoveBlock(accountId: members[0].id))
            for (member, blocked, version) in [
                (0, true, start + 1), (2, true, start + 2), (0, false, start + 3),
            ] {
                let notice = try await listener.client.next(\.blockChanged)
                #expect(
                    notice
                        == BlockChanged(
                            accountId: members[member].id, blocked: blocked, blocksVersion: version))
            }
            let later = try await board.member(with: ben.token)
            #expect(try await later.client.hello.session.blocksVersion == .value(start + 3))
        }
    }

    @Test("Not oneself, not who is not there, not by guests; the suspended may")
    func refusals() async throws {
        try await TestBoard.run { board in
            let mio = try await board.quickMember("mio", role: .moderator)
            let (aki, gone) = (try await board.quickMember("aki"), try await board.member("gone"))
            try await gone.send(DeleteAccount(password: TestMember.password))
            let guest = try await board.client()
            func reason(_ client: TestClient, _ id: AccountID) async throws -> Refusal.Reason {
                try await client.refusal(of: AddBlock(accountId: id)).reason
            }
            #expect(try await reason(guest, aki.id) == .loginRequired)
            #expect(try await reason(guest, AccountID(rawValue: 99_999)) == .loginRequired)
            #expect(try await reason(aki.client, aki.id) == .forbidden)
            #expect(try await reason(aki.client, AccountID(rawValue: 99_999)) == .notFound)
            #expect(try await reason(aki.client, gone.id) == .notFound)
            try await mio.command("suspend aki forever")
            try await aki.send(AddBlock(accountId: mio.id))
            let wire = try await board.wire(token: aki.token)
            for id: JSON in [.null, 1, "x"] {
                let refusal = try await wire.refusal(of: "block.add", ["accountId": id])
                #expect(refusal.reason == .invalidParams && refusal.field == "accountId")
            }
        }
    }
}
