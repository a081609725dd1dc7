import BoardProtocol
import Testing

@testable import BoardServer
@testable import WebSockets

@Suite("thread.changed, written by hand")
struct ThreadChangedFrameTests {
    static let metas: [JSON?] = [nil, [:], ["a": [1, "☃\u{2028}\"\\\n", nil, true], "😀": -1]]

    private static let entries: [[PostState]] = [
        [],
        [.live(Samples.post(seq: 12))],
        [
            .likes(id: PostID(rawValue: 1), threadId: Samples.thread, likeCount: 7, seq: 10),
            .deleted(id: PostID(rawValue: .max), threadId: Samples.thread, seq: 11),
            .live(Samples.post(seq: 12, body: "「a\"\\b」\n\t/\u{7F}\u{2028}🍜", title: "x", meta: metas[2])),
        ],
    ]

    private static let heads: [ThreadState?] =
        [
            nil, .live(Samples.summary(seq: 12)), .deleted(id: Samples.thread, seq: 12),
        ] + metas.map { .live(Samples.summary(seq: 12, title: "</script>\"\u{0}", meta: $0)) }

    @Test("Is byte for byte what the type would be", arguments: [0, 3] as [Int64], entries)
    func sameBytes(_ hidden: Int64, _ changes: [PostState]) throws {
        for head in Self.heads {
            let wanted = ThreadChanged(
                threadId: Samples.thread, from: 9, seq: 12, postCount: 4,
                hiddenCount: hidden == 0 ? .missing : .value(hidden), changes: changes,
                thread: .orMissing(head))
            let frame = ThreadChangedFrame(
                threadId: Samples.thread, from: 9, seq: 12, postCount: 4, hiddenCount: hidden, thread: head
            ).frame(with: try changes.map { try JSONCoding.encode($0) })
            #expect(frame.text == text(of: Outgoing.notification(ThreadChanged.method, params: wanted)))
        }
    }

    @Test("Is read back as what it says")
    func readBack() throws {
        let frame = ThreadChangedFrame(
            threadId: Samples.thread, from: 9, seq: .max, postCount: 0, hiddenCount: 0, thread: nil
        ).frame(with: [])
        let message = try IncomingMessage.read(Array(frame.text.utf8))
        guard case .notification(ThreadChanged.method, let params) = message else {
            Issue.record("\(message)")
            return
        }
        let read = try JSONCoding.decode(ThreadChanged.self, from: params)
        #expect(
            read == ThreadChanged(threadId: Samples.thread, from: 9, seq: .max, postCount: 0, changes: []))
    }
}

func text(of bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

extension Frame {
    /// What the frame says.
    var text: String { String(decoding: payload, as: UTF8.self) }
}
