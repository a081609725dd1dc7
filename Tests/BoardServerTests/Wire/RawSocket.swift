import Glibc

import class Foundation.Thread

/// A client that does what it likes: bytes over a blocking socket, on a thread of its own.
final class RawSocket {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    struct WireFrame: Equatable, Sendable {
        var opcode: UInt8
        var payload: [UInt8]

        var text: String { String(decoding: payload, as: UTF8.self) }
        /// Of a close frame; 0 for any other.
        var closeCode: Int { opcode == 8 && payload.count >= 2 ? Int(payload[0]) << 8 | Int(payload[1]) : 0 }
    }

    struct Reply: Sendable {
        var status: Int
        /// With names in lower case.
        var headers: [String: String]
        var body: String
    }

    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects, does what the body says, and returns what it found out.
    static func talk<Value: Sendable>(
        to port: Int, _ body: @escaping @Sendable (RawSocket) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { done in
            Thread.detachNewThread { done.resume(with: Result { try body(try RawSocket(port: port)) }) }
        }
    }

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, size)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &patience, size)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let code = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard code == 0 else { throw Failure(description: "connect: \(errno)") }
    }

    deinit { close(descriptor) }

    // MARK: HTTP

    /// Sends a request and reads its reply.
    func request(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
    ) throws -> Reply {
        try begin(method, path, headers, body: body)
        var reply = try readHead()
        if method != "HEAD", reply.status != 101,
            let count = reply.headers["content-length"].flatMap({ Int($0) })
        {
            reply.body = String(decoding: try read(count), as: UTF8.self)
        }
        return reply
    }

    /// Sends a request.
    func begin(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
    ) throws {
        var lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        if let body { lines += "Content-Length: \(body.utf8.count)\r\n" }
        let host = headers["Host"] == nil ? "Host: localhost\r\n" : ""
        try write(Array("\(method) \(path) HTTP/1.1\r\n\(host)\(lines)\r\n\(body ?? "")".utf8))
    }

    /// Sends a request as it stands, and reads the head of its reply.
    func ask(_ text: String) throws -> Reply {
        try write(Array(text.utf8))
        return try readHead()
    }

    /// Asks for a WebSocket; 101 when it is one now.
    func handshake(_ headers: [String: String] = [:]) throws -> Reply {
        let own = [
            "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        ]
        return try request("GET", "/ws", own.merging(headers) { $1 })
    }

    func readHead() throws -> Reply {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).split(
                    separator: "\r\n")
                buffer.removeFirst(end.upperBound)
                var reply = Reply(status: 0, headers: [:], body: "")
                reply.status =
                    lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
                for line in lines.dropFirst() {
                    let parts = line.split(separator: ":", maxSplits: 1)
                    reply.headers[parts[0].lowercased()] = String(parts.last?.drop { $0 == " " } ?? "")
                }
                return reply
            }
            try fill()
        }
    }

    // MARK: Frames

    func send(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) throws {
        var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
        switch payload.count {
        case ..<126: bytes.append(0x80 | UInt8(payload.count))
        case ..<65_536: bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 255)]
        default: bytes += [0x80 | 127] + (0..<8).reversed().map { UInt8(payload.count >> ($0 * 8) & 255) }
        }
        let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
        try write(bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] })
    }

    func send(_ text: String) throws { try send(1, Array(text.utf8)) }

    func next() throws -> WireFrame {
        let start = try read(2)
        var count = Int(start[1] & 0x7F)
        if count == 126 {
            count = try read(2).reduce(0) { $0 << 8 | Int($1) }
        } else if count == 127 {
            count = try read(8).reduce(0) { $0 << 8 | Int($1) }
        }
        return WireFrame(opcode: start[0] & 15, payload: try read(count))
    }

    // MARK: Bytes

    func write(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { throw Failure(description: "send: \(errno)") }
            rest = rest.dropFirst(count)
        }
    }

    private func read(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { try fill() }
        let bytes = Array(buffer[..<count])
        buffer.removeFirst(count)
        return bytes
    }

    private func fill() throws {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &chunk, chunk.count, 0)
        guard count > 0 else { throw Failure(description: count == 0 ? "ended early" : "recv: \(errno)") }
        buffer += chunk[..<count]
    }
}
