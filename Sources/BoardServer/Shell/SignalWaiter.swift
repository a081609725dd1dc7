internal import Glibc

/// A thread that waits for signals, all other threads having blocked them.
enum SignalWaiter {
    /// What the waiting thread needs.
    ///
    /// `Sendable` because nothing in it changes.
    private final class Watch: Sendable {
        let signals: sigset_t
        let action: @Sendable () -> Void

        init(_ signals: sigset_t, _ action: @escaping @Sendable () -> Void) {
            self.signals = signals
            self.action = action
        }
    }

    /// Runs the action for each signal that comes, until the process ends.
    static func start(_ signals: sigset_t, _ action: @escaping @Sendable () -> Void) {
        let watch = Unmanaged.passRetained(Watch(signals, action))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, wait, watch.toOpaque())
        guard code == 0 else { return watch.release() }
        pthread_detach(thread)
    }

    private static let wait: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        context in
        guard let context else { return nil }
        let watch = Unmanaged<Watch>.fromOpaque(context).takeRetainedValue()
        while true {
            var signals = watch.signals
            var number: Int32 = 0
            if sigwait(&signals, &number) == 0 { watch.action() }
        }
    }
}
