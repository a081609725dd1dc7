import BoardProtocol
import Testing

@testable import BoardServer

@Suite("What processes tell each other")
struct BusMessageTests {
    @Test(
        "Threads, accounts, likes, marks, announcements, questions and a new epoch, by the process that wrote"
    )
    func all() {
        let message = BusMessage(
            "x-Y_1 t12:5 t13:7 a4 a5 l4:9:12:1 l4:10:12:0 r4:12:5:2 r4:13:7:0 n3 n4 w8:12 w9:0 e")
        #expect(message.origin == "x-Y_1")
        #expect(message.threads.map(\.id) == [ThreadID(rawValue: 12), ThreadID(rawValue: 13)])
        #expect(message.threads.map(\.seq) == [5, 7])
        #expect(message.accounts == [AccountID(rawValue: 4), AccountID(rawValue: 5)])
        #expect(message.likes.map(\.post) == [PostID(rawValue: 9), PostID(rawValue: 10)])
        #expect(message.likes.map(\.liked) == [true, false])
        #expect(message.likes.allSatisfy { $0.member.rawValue == 4 && $0.thread.rawValue == 12 })
        #expect(message.reads.map(\.member.rawValue) == [4, 4])
        #expect(message.reads.map(\.notice.threadId.rawValue) == [12, 13])
        #expect(message.reads.map(\.notice.seq) == [5, 7] && message.reads.map(\.notice.unread) == [2, 0])
        #expect(message.notices == [3, 4])
        #expect(message.questions.map(\.request) == [8, 9])
        #expect(message.questions.map(\.thread) == [ThreadID(rawValue: 12), nil])
        #expect(message.renewsEpoch)
    }

    @Test(
        "A process may have nothing to tell but its name", arguments: [("", ""), ("-", "-"), ("abc ", "abc")])
    func empty(_ payload: String, _ origin: String) {
        let message = BusMessage(payload)
        #expect(message.origin == origin)
        #expect(message.threads.isEmpty && message.accounts.isEmpty && message.likes.isEmpty)
        #expect(message.reads.isEmpty && message.notices.isEmpty && message.questions.isEmpty)
        #expect(!message.renewsEpoch)
    }

    @Test("Words of a newer version, and damaged ones, are passed over")
    func unknown() {
        let damaged =
            "o t t1 t1:x tx:1 t1:2:3 a ax a-1 l1:2:3 l1:2:3:4:5 lx:2:3:1 r r4:12:5 r4:x:12:5:2 n nx w w8 w8:x:9 z9 🍎 t12:5 a4"
        let message = BusMessage(damaged)
        #expect(message == BusMessage("o t12:5 a4"))
        #expect(message.threads.count == 1 && message.accounts.count == 1 && message.likes.isEmpty)
    }
}
