import BoardProtocol
import BoardTestSupport
import Testing

@Suite("The one line of writes", .needsDatabase)
struct WriterTests {
    /// Posts that fail, and posts that wait for a lock, by their text.
    private static let trigger = """
        create function slow_or_broken() returns trigger language plpgsql as $$
        begin
            if new.body like 'wait %' then
                perform pg_advisory_xact_lock(split_part(new.body, ' ', 2)::bigint);
            elsif new.body = 'broken' then
                raise exception 'broken';
            end if;
            return new;
        end $$;
        create trigger slow_or_broken before insert on posts for each row execute function slow_or_broken();
        """

    @Test("What waits is told when the connection is lost while a failed batch's members run one by one")
    func lostOneByOne() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let thread = try await aki.open()
            try await board.sql(Self.trigger)
            let (first, second) = (
                try await board.hold("select pg_advisory_xact_lock(98)"),
                try await board.hold("select pg_advisory_xact_lock(99)")
            )
            var posts: [Task<CreatePost.Reply, any Error>] = []
            for body in ["wait 98", "broken", "broken", "wait 99"] {
                posts.append(await aki.client.begin(CreatePost(threadId: thread.id, body: body)))
            }
            #expect(try await eventually { try await board.lockWaiters() == 1 })
            // The batch goes on, fails, and its members run by themselves, until one of them waits again.
            try await first.release()
            for broken in posts[1...2] {
                let refusal = await #expect(throws: Refusal.self) { try await broken.value }
                #expect(refusal?.reason == .internalError)
            }
            #expect(try await posts[0].value.post.body == "wait 98")
            #expect(try await eventually { try await board.lockWaiters() == 1 })
            var waiting: [Task<CreatePost.Reply, any Error>] = []
            for number in 0..<10 {
                waiting.append(await ben.client.begin(CreatePost(threadId: thread.id, body: "\(number)")))
            }
            // By the time that somebody else was answered twice, those have come.
            let guest = try await board.client()
            for _ in 0..<2 { try await guest.send(ListThreads()) }
            try await board.sql(
                """
                select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'
                """)
            for post in posts[3...] + waiting {
                let refusal = try await withDeadline("an answer", within: .seconds(20)) {
                    await #expect(throws: Refusal.self) { try await post.value }
                }
                #expect(refusal?.reason == .unavailable)
            }
            try await second.release()
            let isBack = try await eventually { (try? await ben.post("back", in: thread)) != nil }
            #expect(isBack)
            try await board.expectExactCounts()
        }
    }
}
