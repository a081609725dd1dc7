import Glibc
import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("Watching a descriptor") struct FileWatchTests {
        @Test("A connection that was reset tells on, until all that had come before is read")
        func reset() throws {
            let test = try TestLoop()
            defer { test.stop() }
            var ends: [Int32] = [0, 0]
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends)
            let (near, far) = (ends[0], ends[1])
            defer { close(near) }
            // The far end goes with something unread, which makes the near one's end an error and no mere hang-up.
            write(near, "unread", 6)
            write(far, "abc", 3)
            close(far)
            let told = Locked<[Int]>([])
            let watch = Locked<FileWatch?>(nil)
            try test.onLoop {
                let made = test.loop.watch(near) { readable, _ in
                    guard readable else { return }
                    var byte: UInt8 = 0
                    let count = read(near, &byte, 1)
                    told.change { $0.append(count) }
                    if count <= 0 { watch.value?.cancel() }
                }
                made.wants(readable: true, writable: false)
                watch.change { $0 = made }
            }
            // A byte at a time, and then the error.
            #expect(eventually { told.value == [1, 1, 1, -1] }, "\(told.value)")
            try test.onLoop { watch.change { $0 = nil } }
        }
    }
}
