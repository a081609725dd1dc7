internal import Glibc

/// A duplicate of libpq's socket, watched.
///
/// libpq closes its socket when it likes: on to the next host while connecting, at the end of input, in `PQfinish`.
/// The number may be another connection's a moment later. The duplicate is ours, so what the loop
/// watches is open until the watch has been cancelled.
final class SocketWatch {
    private let descriptor: Int32
    private let inode: UInt
    private let watch: any DescriptorWatch
    private var wanted = (readable: false, writable: false)

    init(
        on socket: Int32, by watcher: any DescriptorWatcher, ready: @escaping (Bool, Bool) -> Void
    ) throws(PostgresError) {
        guard let inode = SocketWatch.inode(of: socket) else { throw .system("fstat") }
        descriptor = fcntl(socket, F_DUPFD_CLOEXEC, 0)
        guard descriptor >= 0 else { throw .system("dup") }
        self.inode = inode
        watch = watcher.watch(descriptor, ready: ready)
    }

    deinit {
        watch.cancel()
        close(descriptor)
    }

    /// Whether this is still libpq's socket; the number alone cannot tell, as it is soon given out again.
    func isOn(_ socket: Int32) -> Bool { SocketWatch.inode(of: socket) == inode }

    func wants(readable: Bool, writable: Bool) {
        guard wanted != (readable, writable) else { return }
        wanted = (readable, writable)
        watch.wants(readable: readable, writable: writable)
    }

    private static func inode(of socket: Int32) -> UInt? {
        var status = stat()
        return fstat(socket, &status) == 0 ? UInt(status.st_ino) : nil
    }
}
