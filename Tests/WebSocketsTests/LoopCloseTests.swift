import Glibc
import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("The end of a loop") struct LoopCloseTests {
        @Test("Closes no descriptor that somebody else opened meanwhile")
        func others() throws {
            for _ in 0..<20 {
                let loop = try Loop()
                var opened: [Int32] = []
                // Runs when libwebsockets has let go of its own, and libuv has not told it so yet.
                loop.beforeWaiting { opened = (0..<64).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) } }
                loop.close()
                #expect(opened.count == 64)
                let lost = opened.filter { fcntl($0, F_GETFD) < 0 }
                #expect(lost.isEmpty)
                for descriptor in opened where !lost.contains(descriptor) { close(descriptor) }
            }
        }
    }
}
