import Glibc
import Testing
import WebSockets

/// All suites are parts of this one, so that tests which count descriptors or seconds have the
/// machine to themselves.
@Suite(.serialized) struct WebSocketsTests {}

/// A loop on a thread of its own.
///
/// `@unchecked Sendable`: `loop` is only touched by jobs, which run on its thread.
class TestLoop: @unchecked Sendable {
    private(set) var loop: Loop
    let inbox: LoopInbox
    private var thread = pthread_t()

    init() throws {
        final class Start: @unchecked Sendable {
            var loop: Loop?
            var failure: (any Error)?
            let ready = Signal()
        }
        let start = Start()
        thread = startThread {
            do {
                let loop = try Loop()
                start.loop = loop
                start.ready.raise()
                loop.run()
                loop.close()
            } catch {
                start.failure = error
                start.ready.raise()
            }
        }
        start.ready.wait()
        if let failure = start.failure { throw failure }
        loop = try #require(start.loop)
        inbox = loop.inbox
        start.loop = nil
    }

    /// Runs a job on the loop and waits for its result.
    func onLoop<Result>(_ job: @escaping @Sendable () throws -> Result) throws -> Result {
        let outcome = Locked<Swift.Result<Result, any Error>?>(nil)
        let done = Signal()
        inbox.post {
            let result = Swift.Result { try job() }
            outcome.change { $0 = result }
            done.raise()
        }
        done.wait()
        return try #require(outcome.value).get()
    }

    func stop() {
        inbox.post { self.loop.stop() }
        pthread_join(thread, nil)
    }
}

/// A listener on a test loop that echoes, unless a test says otherwise.
///
/// `@unchecked Sendable`: all is touched on the loop only, but for what `Locked` guards.
final class TestServer: TestLoop, ListenerDelegate, WebSocketDelegate, @unchecked Sendable {
    private(set) var listener: Listener?
    private(set) var port = 0
    var sockets: [WebSocket] = []
    let closed = Locked(0)
    let drained = Locked(0)
    let received = Locked<[String]>([])
    let heads = Locked<[RequestHead]>([])
    let requests = Locked<[HTTPRequest]>([])
    var onAdmit: (RequestHead, @escaping (Admission) -> Void) -> Void = { $1(.accept(nil)) }
    var onOpen: (WebSocket, AnyObject?) -> Void = { _, _ in }
    var onMessage: (WebSocket, [UInt8]) -> Void = { $0.send(Frame($1)) }
    var onRequest: (HTTPRequest, @escaping (HTTPReply) -> Void) -> Void = {
        $1(.json(200, Array("{\"path\":\"\($0.head.path)\"}".utf8)))
    }

    init(_ change: (inout ListenerOptions) -> Void = { _ in }) throws {
        try super.init()
        var options = ListenerOptions()
        change(&options)
        let chosen = options
        port = try onLoop {
            let listener = try Listener(loop: self.loop, options: chosen, delegate: self)
            self.listener = listener
            return listener.port
        }
    }

    override func stop() {
        super.stop()
        sockets = []
        listener = nil
        // What a test put here may hold the server itself.
        onAdmit = { _, _ in }
        onOpen = { _, _ in }
        onMessage = { _, _ in }
        onRequest = { _, _ in }
    }

    var openSockets: Int { (try? onLoop { self.listener?.openSockets }) ?? -1 }

    func listener(_ listener: Listener, admits head: RequestHead, decide: @escaping (Admission) -> Void) {
        heads.change { $0.append(head) }
        onAdmit(head, decide)
    }

    func listener(_ listener: Listener, opened socket: WebSocket, head: RequestHead, admitted: AnyObject?) {
        socket.delegate = self
        sockets.append(socket)
        onOpen(socket, admitted)
    }

    func listener(
        _ listener: Listener, requested request: HTTPRequest, respond: @escaping (HTTPReply) -> Void
    ) {
        requests.change { $0.append(request) }
        onRequest(request, respond)
    }

    func webSocket(_ socket: WebSocket, received text: [UInt8]) {
        received.change { $0.append(String(decoding: text, as: UTF8.self)) }
        onMessage(socket, text)
    }

    func webSocketDrained(_ socket: WebSocket) {
        drained.change { $0 += 1 }
    }

    func webSocketClosed(_ socket: WebSocket) {
        closed.change { $0 += 1 }
        sockets.removeAll { $0 === socket }
    }
}

/// A value for several threads.
final class Locked<Value>: @unchecked Sendable {
    private var lock = pthread_mutex_t()
    private var stored: Value

    init(_ value: Value) {
        stored = value
        pthread_mutex_init(&lock, nil)
    }

    var value: Value { change { $0 } }

    @discardableResult
    func change<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(&lock)
        defer { pthread_mutex_unlock(&lock) }
        return body(&stored)
    }
}

/// Raised once; waiters go on from then.
final class Signal: @unchecked Sendable {
    private var semaphore = sem_t()

    init() { sem_init(&semaphore, 0, 0) }
    func raise() { sem_post(&semaphore) }
    func wait() { while sem_wait(&semaphore) != 0 {} }
}

func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Box {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let failed = pthread_create(
        &thread, nil,
        { box in
            if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(failed == 0)
    return thread
}

/// Waits for a condition, not for a time: false only after the deadline.
func eventually(_ seconds: Double = 10, _ condition: () throws -> Bool) rethrows -> Bool {
    let deadline = milliseconds() + Int(seconds * 1_000)
    while milliseconds() < deadline {
        if try condition() { return true }
        usleep(2_000)
    }
    return try condition()
}

func milliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

func openDescriptors() -> Int {
    var count = 0
    guard let folder = opendir("/proc/self/fd") else { return -1 }
    while readdir(folder) != nil { count += 1 }
    closedir(folder)
    return count
}

/// What this process has used of the processors.
func processorMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}
