/// Frames waiting to be sent, first in, first out, and how many bytes they are.
struct FrameQueue {
    private var frames: [Frame?] = []
    private var head = 0
    private(set) var bytes = 0

    var isEmpty: Bool { head == frames.count }

    var first: Frame? { isEmpty ? nil : frames[head] }

    mutating func append(_ frame: Frame) {
        frames.append(frame)
        bytes += frame.wire.count
    }

    mutating func removeFirst() -> Frame? {
        guard !isEmpty, let frame = frames[head] else { return nil }
        frames[head] = nil
        head += 1
        bytes -= frame.wire.count
        if isEmpty {
            frames = []
            head = 0
        } else if head > 64, head * 2 > frames.count {
            frames.removeFirst(head)
            head = 0
        }
        return frame
    }

    mutating func removeAll() {
        self = FrameQueue()
    }
}
