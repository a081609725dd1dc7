internal import CWebSockets
internal import Glibc

/// A listening TCP socket, and the only owner of its descriptor.
final class AcceptSocket {
    let port: Int
    private let descriptor: Int32
    private var watch: FileWatch?
    private let loop: Loop
    private let accepted: (_ descriptor: Int32, _ address: String) -> Void
    private var pause: LoopTimer?

    /// So that a crowd at the door does not keep those inside from being served.
    private static let acceptsEachTurn = 256
    private static let backlog: Int32 = 4_096

    /// - Parameter accepted: Takes over the descriptor: non-blocking, closed on exec.
    init(
        loop: Loop, options: ListenerOptions,
        _ accepted: @escaping (_ descriptor: Int32, _ address: String) -> Void
    ) throws(WebSocketError) {
        self.loop = loop
        self.accepted = accepted
        descriptor = try bound(host: options.host, port: options.port, sharesPort: options.sharesPort)
        guard listen(descriptor, AcceptSocket.backlog) == 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw WebSocketError("Cannot listen on \(options.host) port \(options.port)", errno: code)
        }
        port = Int(lwsx_port(descriptor))
        let watch = loop.watch(descriptor) { [weak self] _, _ in self?.acceptSome() }
        watch.wants(readable: true, writable: false)
        self.watch = watch
    }

    deinit {
        watch?.cancel()
        Glibc.close(descriptor)
    }

    private func acceptSome() {
        for _ in 0..<AcceptSocket.acceptsEachTurn {
            var address = sockaddr_storage()
            let client = lwsx_accept(descriptor, &address)
            if client >= 0 {
                lwsx_set_option(client, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
                accepted(client, addressText(&address))
                continue
            }
            switch errno {
            case EAGAIN: return
            case EINTR, ECONNABORTED, EPROTO: continue
            default: return pauseAccepting()
            }
        }
    }

    /// Out of descriptors or memory: the waiting connection keeps the socket readable, so look away.
    private func pauseAccepting() {
        watch?.wants(readable: false, writable: false)
        let pause = loop.timer { [weak self] in self?.watch?.wants(readable: true, writable: false) }
        pause.start(afterMs: 100)
        self.pause = pause
    }
}

private func bound(host: String, port: Int, sharesPort: Bool) throws(WebSocketError) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE
    hints.ai_socktype = 1  // SOCK_STREAM, an enum whose type differs between C libraries
    var found: UnsafeMutablePointer<addrinfo>?
    let failed = getaddrinfo(host, String(port), &hints, &found)
    guard failed == 0, let first = found else {
        throw WebSocketError(
            "Cannot listen on \(host) port \(port): \(String(cString: gai_strerror(failed)))")
    }
    defer { freeaddrinfo(first) }
    var code: Int32 = 0
    for info in sequence(first: first, next: { $0.pointee.ai_next }) {
        let descriptor = lwsx_stream_socket(info.pointee.ai_family)
        guard descriptor >= 0 else {
            code = errno
            continue
        }
        lwsx_set_option(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        if sharesPort { lwsx_set_option(descriptor, SOL_SOCKET, SO_REUSEPORT, 1) }
        if info.pointee.ai_family == AF_INET6 {
            // "::" means everyone, whatever the system's default is.
            lwsx_set_option(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, 0)
        }
        if bind(descriptor, info.pointee.ai_addr, info.pointee.ai_addrlen) == 0 { return descriptor }
        code = errno
        Glibc.close(descriptor)
    }
    throw WebSocketError("Cannot listen on \(host) port \(port)", errno: code)
}

private func addressText(_ address: inout sockaddr_storage) -> String {
    var text = [CChar](repeating: 0, count: 64)
    guard lwsx_address_text(&address, &text, text.count) == 0 else { return "unknown" }
    let whole = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return whole.hasPrefix("::ffff:") && whole.contains(".") ? String(whole.dropFirst(7)) : whole
}
