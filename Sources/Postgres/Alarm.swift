internal import CPostgres
internal import Glibc

/// A clock on the owner's loop: a descriptor that becomes readable in time, so that no loop needs to lend a timer.
final class Alarm {
    private let descriptor: Int32
    private let watch: any DescriptorWatch

    /// Made stopped.
    init(by watcher: any DescriptorWatcher, fired: @escaping () -> Void) throws(PostgresError) {
        let descriptor = postgres_alarm_open()
        guard descriptor >= 0 else { throw .system("timerfd_create") }
        self.descriptor = descriptor
        watch = watcher.watch(descriptor) { _, _ in
            var count: UInt64 = 0
            // Nothing to read: it was stopped or set again after the loop had seen it.
            guard read(descriptor, &count, 8) == 8 else { return }
            fired()
        }
        watch.wants(readable: true, writable: false)
    }

    deinit {
        watch.cancel()
        close(descriptor)
    }

    /// Fires once, after so many milliseconds; 0 is the loop's next turn.
    ///
    /// Forgets what was set before.
    func set(milliseconds: Int) { change(max(0, milliseconds)) }

    func stop() { change(-1) }

    private func change(_ milliseconds: Int) {
        let result = postgres_alarm_set(descriptor, milliseconds)
        precondition(result == 0, "timerfd_settime refused \(milliseconds) ms")
    }
}
