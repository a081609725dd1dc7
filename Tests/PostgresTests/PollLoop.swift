import Glibc
import Postgres
import Testing

/// A loop of `poll` for tests: turns until a condition holds or a deadline has passed.
final class PollLoop: DescriptorWatcher {
    private var watches: [PollWatch] = []
    /// The sockets and files ever watched, by inode: what must not be open any more at the end.
    private(set) var inodes: Set<UInt> = []

    var isEmpty: Bool { watches.allSatisfy(\.isCancelled) }

    func watch(_ descriptor: Int32, ready: @escaping (Bool, Bool) -> Void) -> any DescriptorWatch {
        var status = stat()
        #expect(fstat(descriptor, &status) == 0)
        if status.st_mode & S_IFMT == S_IFSOCK { inodes.insert(UInt(status.st_ino)) }
        let watch = PollWatch(descriptor, ready)
        watches.append(watch)
        return watch
    }

    /// Turns until it is so, and records an issue when it does not become so in time.
    func run(
        _ what: Comment, seconds: Double = 20, sourceLocation: SourceLocation = #_sourceLocation,
        until isDone: () -> Bool
    ) {
        let deadline = ContinuousClock.now + .seconds(seconds)
        while !isDone() {
            guard ContinuousClock.now < deadline else {
                Issue.record(what, sourceLocation: sourceLocation)
                return
            }
            turn(milliseconds: 20)
        }
    }

    func turn(milliseconds: Int32) {
        watches.removeAll(where: \.isCancelled)
        let watched = watches.filter { $0.events != 0 }
        var polled = watched.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
        for (watch, polled) in zip(watched, polled) where polled.revents != 0 && !watch.isCancelled {
            #expect(polled.revents & Int16(POLLNVAL) == 0, "a watched descriptor was closed")
            let isWritable = polled.revents & Int16(POLLOUT) != 0
            watch.ready(polled.revents & ~Int16(POLLOUT) != 0, isWritable)
        }
    }
}

private final class PollWatch: DescriptorWatch {
    let descriptor: Int32
    let ready: (Bool, Bool) -> Void
    private(set) var events: Int16 = 0
    private(set) var isCancelled = false

    init(_ descriptor: Int32, _ ready: @escaping (Bool, Bool) -> Void) {
        self.descriptor = descriptor
        self.ready = ready
    }

    func wants(readable: Bool, writable: Bool) {
        events = Int16(readable ? POLLIN : 0) | Int16(writable ? POLLOUT : 0)
    }

    func cancel() {
        #expect(fcntl(descriptor, F_GETFD) >= 0, "the descriptor was closed before its watch was cancelled")
        isCancelled = true
    }
}
