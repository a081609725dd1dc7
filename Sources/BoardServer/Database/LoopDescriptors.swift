import Postgres
import WebSockets

/// Hands the server's loop to database connections, which know no loop of their own.
final class LoopDescriptors: DescriptorWatcher {
    private let loop: Loop

    init(loop: Loop) { self.loop = loop }

    func watch(
        _ descriptor: Int32, ready: @escaping (_ readable: Bool, _ writable: Bool) -> Void
    ) -> any DescriptorWatch {
        Watch(loop.watch(descriptor, ready))
    }

    private final class Watch: DescriptorWatch {
        private let watch: FileWatch

        init(_ watch: FileWatch) { self.watch = watch }

        func wants(readable: Bool, writable: Bool) { watch.wants(readable: readable, writable: writable) }
        func cancel() { watch.cancel() }
    }
}
