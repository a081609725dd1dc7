internal import CWebSockets

/// A timer of one loop (`uv_timer_t`), used on its thread.
///
/// Letting it go cancels it.
public final class LoopTimer {
    private let loop: Loop
    private let handle: UnsafeMutablePointer<uv_timer_t>
    private let action: () -> Void

    init(_ loop: Loop, _ action: @escaping () -> Void) {
        self.loop = loop
        self.action = action
        handle = .allocate(capacity: 1)
        handle.initialize(to: uv_timer_t())
        uv_timer_init(loop.uv, handle)
        loop.adopt(handle)
        handle.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit {
        if loop.owns(handle) { handle.pointee.data = nil }
        loop.release(handle)
    }

    /// Runs the action after a time, and then again every so often; starting anew replaces what was planned.
    public func start(afterMs: Int, everyMs: Int? = nil) {
        guard loop.owns(handle) else { return }
        // libuv counts from its own cached time, which a long turn leaves behind.
        uv_update_time(loop.uv)
        uv_timer_start(handle, timerFired, UInt64(max(0, afterMs)), UInt64(max(0, everyMs ?? 0)))
    }

    public func cancel() {
        guard loop.owns(handle) else { return }
        uv_timer_stop(handle)
    }

    fileprivate func fire() {
        action()
    }
}

private func timerFired(_ handle: UnsafeMutablePointer<uv_timer_t>?) {
    guard let data = handle?.pointee.data else { return }
    // The action may let go of the timer, which must outlive its own call.
    let timer = Unmanaged<LoopTimer>.fromOpaque(data).takeUnretainedValue()
    withExtendedLifetime(timer) { timer.fire() }
}
