internal import CWebSockets

/// Tells when a file descriptor can be read or written (`uv_poll_t`), on one loop's thread.
///
/// It never closes the descriptor. Its owner lets go of the watch, or cancels it, before closing
/// the descriptor: otherwise a new file with the same number would be watched in its place.
public final class FileWatch {
    private let loop: Loop
    private let handle: UnsafeMutablePointer<uv_poll_t>
    private var events: Int32 = 0
    private let ready: (_ readable: Bool, _ writable: Bool) -> Void

    init(_ loop: Loop, _ descriptor: Int32, _ ready: @escaping (Bool, Bool) -> Void) {
        self.loop = loop
        self.ready = ready
        handle = .allocate(capacity: 1)
        handle.initialize(to: uv_poll_t())
        let failed = uv_poll_init(loop.uv, handle, descriptor)
        precondition(failed == 0, "uv_poll_init: the descriptor is closed, a plain file, or watched already")
        loop.adopt(handle)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        cancel()
    }

    /// Says what to wait for; neither pauses the watch.
    ///
    /// Errors and hang-ups are told as readable.
    public func wants(readable: Bool, writable: Bool) {
        guard loop.owns(handle) else { return }
        events = 0
        if readable { events |= Int32(UV_READABLE.rawValue) }
        if writable { events |= Int32(UV_WRITABLE.rawValue) }
        let failed = events == 0 ? uv_poll_stop(handle) : uv_poll_start(handle, events, fileReady)
        precondition(failed == 0, "uv_poll_start")
    }

    /// Stops watching for good; the descriptor may be closed or given away from here on.
    public func cancel() {
        if loop.owns(handle) { handle.pointee.data = nil }
        loop.release(handle)
    }

    fileprivate func tell(readable: Bool, writable: Bool, isError: Bool) {
        ready(readable, writable)
        // libuv stops at an error, which it tells before all that had come is read: it is told until the owner cancels.
        guard isError, events != 0, loop.owns(handle) else { return }
        let failed = uv_poll_start(handle, events, fileReady)
        precondition(failed == 0, "uv_poll_start")
    }
}

private func fileReady(_ handle: UnsafeMutablePointer<uv_poll_t>?, _ status: Int32, _ events: Int32) {
    guard let data = handle?.pointee.data else { return }
    // The closure may let go of the watch, which must outlive its own call.
    let watch = Unmanaged<FileWatch>.fromOpaque(data).takeUnretainedValue()
    withExtendedLifetime(watch) {
        let readable = status < 0 || events & Int32(UV_READABLE.rawValue) != 0
        watch.tell(
            readable: readable, writable: events & Int32(UV_WRITABLE.rawValue) != 0, isError: status < 0)
    }
}
