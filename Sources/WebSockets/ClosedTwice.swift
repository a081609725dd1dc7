internal import CWebSockets
internal import Glibc

/// Keeps libwebsockets from closing somebody else's descriptor when a context ends.
///
/// Under libuv, version 4.1.6 closes its event pipe in `lws_context_destroy`, and the same number once more in the libuv
/// turn after it. A thread that got the number in between would lose its file. So the number is taken here right after
/// the first close, and the second one closes ours. Between the two, the system gives out lower numbers first: some are
/// kept for that moment from before the pipe was made, so that nobody gets as far as the pipe's.
struct ClosedTwice {
    /// As many files as other threads may open in the moment between; none of it is ever read.
    private static let spareCount = 24

    private var spares: [Int32]
    /// The event pipe's descriptor; nil where it was not found.
    private var pipe: Int32?

    /// To be made right before the context.
    init() {
        spares = (0..<Self.spareCount).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }.filter { $0 >= 0 }
    }

    /// To be called right before the first close.
    mutating func find(on uv: UnsafeMutablePointer<uv_loop_t>) {
        var found: Int32 = -1
        withUnsafeMutablePointer(to: &found) { found in
            uv_walk(uv, noteEventPipe, found)
        }
        pipe = found >= 0 ? found : nil
        for spare in spares.dropLast() { close(spare) }
        spares = spares.suffix(1)
    }

    /// To be called right after the first close.
    mutating func takePlace() {
        guard let own = spares.popLast() else { return }
        if let pipe, fcntl(pipe, F_GETFD) < 0 {
            let taken = fcntl(own, lwsx_dupfd_cloexec, pipe)
            // Somebody was faster: then it is theirs, and nothing can be done.
            if taken >= 0, taken != pipe { close(taken) }
        }
        close(own)
    }

    /// Gives up what is left, where no context was made.
    mutating func letGo() {
        for spare in spares { close(spare) }
        spares = []
    }
}

/// The event pipe is the one polled descriptor that is an eventfd.
private func noteEventPipe(_ handle: UnsafeMutablePointer<uv_handle_t>?, _ found: UnsafeMutableRawPointer?) {
    guard let handle, let found, uv_handle_get_type(handle) == UV_POLL else { return }
    var descriptor: uv_os_fd_t = -1
    guard uv_fileno(handle, &descriptor) == 0 else { return }
    var name = [CChar](repeating: 0, count: 64)
    let length = readlink("/proc/self/fd/\(descriptor)", &name, name.count - 1)
    guard length > 0,
        String(decoding: name[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self).contains("eventfd")
    else { return }
    found.assumingMemoryBound(to: Int32.self).pointee = descriptor
}
