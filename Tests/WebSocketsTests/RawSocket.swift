import Glibc
import Testing

/// A client that does what it likes: bytes over a blocking socket.
final class RawSocket {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct WireFrame: Equatable {
        var opcode: UInt8
        var isFinal: Bool
        var payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        /// Of a close frame.
        var code: Int { payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0 }
        var reason: String { String(decoding: payload.dropFirst(2), as: UTF8.self) }
    }

    let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isClosed = false

    init(port: Int, receiveBuffer: Int32? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4)
        }
        var patience = timeval(tv_sec: 15, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, 4)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failure(description: "connect: \(errno)") }
    }

    deinit { close() }

    func close() {
        if !isClosed { Glibc.close(descriptor) }
        isClosed = true
    }

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// False at the end of the stream.
    private func fill() throws -> Bool {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        if count == 0 { return false }
        guard count > 0 else { throw Failure(description: "recv: \(errno)") }
        buffer += chunk[..<count]
        return true
    }

    func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard try fill() else { throw Failure(description: "ended early") }
        }
        let bytes = Array(buffer[..<count])
        buffer.removeFirst(count)
        return bytes
    }

    func readHead() throws -> String {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: buffer[..<end.upperBound], as: UTF8.self)
                buffer.removeFirst(end.upperBound)
                return head
            }
            guard try fill() else { throw Failure(description: "ended in the head") }
        }
    }

    /// A whole HTTP reply with a Content-Length.
    func readReply(hasBody: Bool = true) throws -> (status: Int, head: String, body: String) {
        let head = try readHead()
        let status = Int(head.split(separator: " ")[1]) ?? 0
        guard hasBody, let at = head.lowercased().firstRange(of: "content-length: ") else {
            return (status, head, "")
        }
        let count = Int(head[at.upperBound...].prefix { $0.isNumber }) ?? 0
        return (status, head, String(decoding: try read(count), as: UTF8.self))
    }

    /// Whether the peer ends the connection, in good order, without sending anything more.
    func ends() throws -> Bool {
        guard buffer.isEmpty else { return false }
        return try !fill()
    }

    // MARK: - WebSocket

    static func upgrade(_ path: String = "/ws", _ headers: String = "Sec-WebSocket-Protocol: keijiban.v1\r\n")
        -> String
    {
        "GET \(path) HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\(headers)\r\n"
    }

    @discardableResult
    func open(_ headers: String = "Sec-WebSocket-Protocol: keijiban.v1\r\n") throws -> String {
        try write(RawSocket.upgrade("/ws", headers))
        let head = try readHead()
        guard head.hasPrefix("HTTP/1.1 101 ") else { throw Failure(description: head) }
        return head
    }

    static func frame(_ opcode: UInt8, _ payload: [UInt8], final: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = [(final ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: bytes.append(0x80 | UInt8(payload.count))
        case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [0x80 | 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
        }
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        bytes += mask
        bytes += payload.enumerated().map { $1 ^ mask[$0 & 3] }
        return bytes
    }

    func text(_ text: String) throws { try write(RawSocket.frame(1, Array(text.utf8))) }

    func readFrame() throws -> WireFrame {
        let start = try read(2)
        var count = Int(start[1] & 0x7F)
        if count == 126 {
            count = try read(2).reduce(0) { $0 << 8 | Int($1) }
        } else if count == 127 {
            count = try read(8).reduce(0) { $0 << 8 | Int($1) }
        }
        guard start[1] & 0x80 == 0 else { throw Failure(description: "a masked frame from the server") }
        return WireFrame(opcode: start[0] & 15, isFinal: start[0] & 128 != 0, payload: try read(count))
    }

    /// The next frame that is no ping.
    func next() throws -> WireFrame {
        while true {
            let frame = try readFrame()
            if frame.opcode != 9 { return frame }
        }
    }
}

extension RawSocket {
    /// Makes the next close a reset instead of an end.
    func resetOnClose() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    }
}
