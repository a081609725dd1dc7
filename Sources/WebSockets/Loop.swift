internal import CWebSockets

/// One thread's event loop: libuv with one libwebsockets context on top.
///
/// Not `Sendable`: the thread that creates it runs it, and everything reachable from it lives
/// there. Other threads come in through ``inbox`` alone. ``close()`` must be called before the
/// loop is let go.
public final class Loop {
    /// For jobs and replies from other threads.
    public let inbox: LoopInbox

    let uv: UnsafeMutablePointer<uv_loop_t>
    private(set) var context: OpaquePointer?
    /// Our own libuv handles; libwebsockets closes its own.
    private var handles: Set<UnsafeMutableRawPointer> = []
    private let contextSlot: UnsafeMutablePointer<OpaquePointer?>
    private let foreignLoops: UnsafeMutablePointer<UnsafeMutableRawPointer?>
    /// Switches libwebsockets' own pings off: they cost a sorted list of all connections.
    let noPings: UnsafeMutablePointer<lws_retry_bo_t>

    private var endpoints: [UInt: Endpoint] = [:]
    private var lastEndpoint: UInt = 0
    private var completions: [UInt64: (any Sendable) -> Void] = [:]
    private var lastCompletion: UInt64 = 0
    private var beforeWaitingActions: [() -> Void] = []
    private var pauses: [UInt64: LoopTimer] = [:]
    private var lastPause: UInt64 = 0
    private var atCloseActions: [() -> Void] = []
    private var afterCloseActions: [() -> Void] = []
    private var closedTwice: ClosedTwice
    private var isStopping = false
    private(set) var isClosed = false
    private var needsService = false
    /// The vhosts clients connect from, one for each subprotocol; see ``WebSocketClient``.
    var clientVhosts: [String: OpaquePointer] = [:]
    /// Where several small frames are put together for one write.
    var joined: [UInt8] = []

    /// Makes a loop for the calling thread, and raises the process's limit of open files to its ceiling.
    public init() throws(WebSocketError) {
        raiseFileLimit()
        uv = .allocate(capacity: 1)
        uv.initialize(to: uv_loop_t())
        noPings = .allocate(capacity: 1)
        noPings.initialize(to: lws_retry_bo_t())
        let failed = uv_loop_init(uv)
        guard failed == 0 else {
            uv.deallocate()
            noPings.deallocate()
            throw WebSocketError("libuv cannot make a loop", uv: failed)
        }
        let wakeUp = UnsafeMutablePointer<uv_async_t>.allocate(capacity: 1)
        wakeUp.initialize(to: uv_async_t())
        let noAsync = uv_async_init(uv, wakeUp) { _ in }
        precondition(noAsync == 0, "uv_async_init")
        inbox = LoopInbox(wakeUp: wakeUp)
        handles.insert(UnsafeMutableRawPointer(wakeUp))
        contextSlot = .allocate(capacity: 1)
        contextSlot.initialize(to: nil)
        foreignLoops = .allocate(capacity: 1)
        foreignLoops.initialize(to: UnsafeMutableRawPointer(uv))

        closedTwice = ClosedTwice()
        context = makeContext()
        contextSlot.pointee = context
        guard context != nil else {
            close()
            throw WebSocketError("libwebsockets cannot make a context (is libwebsockets-evlib-uv installed?)")
        }
    }

    deinit {
        precondition(isClosed, "A Loop is closed before it is let go")
        contextSlot.deallocate()
        foreignLoops.deallocate()
        noPings.deallocate()
        uv.deallocate()
    }

    /// Monotonic milliseconds; only differences mean anything.
    public var now: Int64 {
        Int64(uv_hrtime() / 1_000_000)
    }

    /// How many files the process may have open.
    public var fileLimit: Int {
        var limit = rlimit()
        guard lwsx_get_file_limit(&limit) == 0 else { return 1_024 }
        return Int(clamping: limit.rlim_cur)
    }

    /// Monotonic seconds, for measuring what takes less than a millisecond.
    public var seconds: Double {
        Double(uv_hrtime()) / 1_000_000_000
    }

    /// Serves until ``stop()``; each turn empties the inbox before it waits.
    public func run() {
        precondition(inbox.isOnLoop, "A Loop runs on the thread that made it")
        isStopping = false
        while !isStopping {
            turn()
        }
    }

    /// Makes ``run()`` return at the end of the current turn.
    public func stop() {
        isStopping = true
    }

    /// Runs an action once, at the end of this turn, before the loop waits again.
    ///
    /// Actions added meanwhile still run before it waits. For what a whole turn's work wants to do
    /// together, such as sending.
    public func beforeWaiting(_ action: @escaping () -> Void) {
        beforeWaitingActions.append(action)
    }

    public func timer(_ action: @escaping () -> Void) -> LoopTimer {
        LoopTimer(self, action)
    }

    /// Runs the action after a time; at once for 0.
    public func after(ms: Int, _ action: @escaping () -> Void) {
        guard ms > 0 else { return action() }
        lastPause += 1
        let pause = lastPause
        let timer = timer { [unowned self] in
            pauses[pause] = nil
            action()
        }
        pauses[pause] = timer
        timer.start(afterMs: ms)
    }

    /// Watches a descriptor; nothing is told until ``FileWatch/wants(readable:writable:)``.
    public func watch(
        _ descriptor: Int32, _ ready: @escaping (_ readable: Bool, _ writable: Bool) -> Void
    ) -> FileWatch {
        FileWatch(self, descriptor, ready)
    }

    /// Makes a completion of this loop callable from a worker thread, once.
    public func reply<Value: Sendable>(_ completion: @escaping (Value) -> Void) -> LoopReply<Value> {
        lastCompletion += 1
        completions[lastCompletion] = { value in
            guard let value = value as? Value else { return }
            completion(value)
        }
        return LoopReply(LoopReplyTicket(inbox: inbox, id: lastCompletion))
    }

    /// Closes every connection, timer and watch, then the loop; nothing of it may be used afterwards.
    public func close() {
        guard !isClosed else { return }
        precondition(inbox.isOnLoop, "A Loop is closed on its own thread")
        inbox.shut()
        completions = [:]
        let actions = atCloseActions
        atCloseActions = []
        for action in actions { action() }
        // Tells every open socket that it is closed, so it comes before our own handles go.
        if let context {
            closedTwice.find(on: uv)
            lws_context_destroy(context)
            closedTwice.takePlace()
        }
        closedTwice.letGo()
        runBeforeWaitingActions()
        beforeWaitingActions = []
        pauses = [:]
        for handle in handles { closeHandle(handle) }
        handles = []
        while uv_run(uv, UV_RUN_NOWAIT) != 0 {}
        // Under a foreign loop the first call only begins: the rest may be done once libuv has let
        // go of the last handle. libwebsockets clears the slot when it is through.
        if let context = contextSlot.pointee { lws_context_destroy(context) }
        context = nil
        while uv_run(uv, UV_RUN_NOWAIT) != 0 {}
        let busy = uv_loop_close(uv)
        precondition(busy == 0, "uv_loop_close: a handle is still open")
        endpoints = [:]
        isClosed = true
        for action in afterCloseActions { action() }
        afterCloseActions = []
    }

    // MARK: - For this target

    /// Something to let go before the context goes.
    func atClose(_ action: @escaping () -> Void) {
        atCloseActions.append(action)
    }

    /// Something to free once libwebsockets can no longer look at it.
    func afterClose(_ action: @escaping () -> Void) {
        afterCloseActions.append(action)
    }

    /// Has libwebsockets look at its timeouts and kept input before the loop waits.
    ///
    /// It arms its one libuv timer only after an event of its own; what we change from outside of
    /// its callbacks would otherwise wait for the next stranger's packet.
    func serviceSoon() {
        needsService = true
    }

    func adopt<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
        handles.insert(UnsafeMutableRawPointer(handle))
    }

    func owns<Handle>(_ handle: UnsafeMutablePointer<Handle>) -> Bool {
        handles.contains(UnsafeMutableRawPointer(handle))
    }

    /// Closes a handle of ours; its memory is freed when libuv is done with it.
    ///
    /// Harmless twice.
    func release<Handle>(_ handle: UnsafeMutablePointer<Handle>) {
        guard handles.remove(UnsafeMutableRawPointer(handle)) != nil else { return }
        closeHandle(UnsafeMutableRawPointer(handle))
    }

    /// The name under which libwebsockets knows an endpoint; never used twice.
    func register(_ endpoint: Endpoint) -> UInt {
        lastEndpoint += 1
        endpoints[lastEndpoint] = endpoint
        return lastEndpoint
    }

    func unregister(_ name: UInt) {
        endpoints[name] = nil
    }

    func endpoint(_ name: UInt) -> Endpoint? {
        endpoints[name]
    }

    // MARK: - Turns

    private func turn() {
        drainInbox()
        runBeforeWaitingActions()
        if needsService, let context {
            needsService = false
            lws_cancel_service(context)
        }
        uv_run(uv, isStopping ? UV_RUN_NOWAIT : UV_RUN_ONCE)
        runBeforeWaitingActions()
    }

    private func drainInbox() {
        for item in inbox.takeAll() {
            switch item {
            case .job(let job): job()
            case .reply(let id, let value): completions.removeValue(forKey: id)?(value)
            case .forget(let id): completions[id] = nil
            }
        }
    }

    private func runBeforeWaitingActions() {
        while !beforeWaitingActions.isEmpty {
            let actions = beforeWaitingActions
            beforeWaitingActions = []
            for action in actions { action() }
        }
    }

    private func closeHandle(_ handle: UnsafeMutableRawPointer) {
        uv_close(lwsx_handle(handle)) { closed in
            UnsafeMutableRawPointer(closed)?.deallocate()
        }
    }

    private func makeContext() -> OpaquePointer? {
        var info = lws_context_creation_info()
        info.port = CONTEXT_PORT_NO_LISTEN
        info.uid = -1
        info.gid = -1
        info.options =
            UInt64(LWS_SERVER_OPTION_LIBUV) | UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)
            | UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT)
        info.foreign_loops = foreignLoops
        info.pcontext = contextSlot
        info.user = Unmanaged.passUnretained(self).toOpaque()
        info.pt_serv_buf_size = 65_536
        info.max_http_header_data = 32_768
        info.timeout_secs = 10
        // OpenSSL's start-up is not made for two threads at a time.
        return contextCreation.withLock { isFirst in
            if isFirst {
                // Strangers' mistakes are no errors of ours: what concerns us comes back as a return code.
                lws_set_log_level(0, nil)
                isFirst = false
            }
            return lws_create_context(&info)
        }
    }
}

private let contextCreation = Lock(true)

/// Raises the soft limit of open files to the hard one, within what libwebsockets can count.
///
/// It sizes tables by the limit, and above 10 million it falls back to 2560.
private func raiseFileLimit() {
    var limit = rlimit()
    guard lwsx_get_file_limit(&limit) == 0 else { return }
    let wanted = min(limit.rlim_max, 262_144)
    guard limit.rlim_cur != wanted else { return }
    limit.rlim_cur = wanted
    // Not being allowed to is no reason to stop: the old limit then simply holds.
    _ = lwsx_set_file_limit(&limit)
}
