import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("How many connections there may be")
    struct BoundsTests {
        @Test("Beyond them all, the next is told so, until one has gone")
        func all() throws {
            let server = try TestServer { $0.maxConnections = 3 }
            defer { server.stop() }
            let clients = try (0..<3).map { _ in try RawSocket(port: server.port) }
            #expect(try clients[0].open().hasPrefix("HTTP/1.1 101 "))
            try clients[1].write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try clients[1].readReply().status == 200)
            let refused = try RawSocket(port: server.port).readReply()
            #expect(refused.status == 503 && refused.head.contains("Retry-After:"))
            clients[0].close()
            #expect(try RawSocket.isServed(by: server))
        }

        @Test("Of one group, beyond its places for what is no WebSocket; others are served")
        func group() throws {
            let server = try TestServer { $0.maxOthersOfGroup = 3 }
            defer { server.stop() }
            try server.onLoop { server.listener?.groupOf = { _ in "all" } }
            let sockets = try (0..<5).map { _ in
                let socket = try RawSocket(port: server.port)
                #expect(try socket.open().hasPrefix("HTTP/1.1 101 "))
                return socket
            }
            let idle = try (0..<3).map { _ in try RawSocket(port: server.port) }
            #expect(try RawSocket(port: server.port).readReply().status == 429)
            for socket in idle + sockets { socket.close() }
            #expect(try RawSocket.isServed(by: server))
        }

        @Test("A body that comes by drops is not waited for")
        func slowBody() throws {
            let server = try TestServer { $0.bodyPatienceS = 1 }
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
            #expect(try client.readReply().status == 408)
            #expect(server.requests.value.isEmpty)
        }
    }
}

extension RawSocket {
    /// Whether a new connection is served, in a moment at the latest.
    fileprivate static func isServed(by server: TestServer) throws -> Bool {
        for _ in 0..<1_000 {
            let client = try RawSocket(port: server.port)
            try? client.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            if let reply = try? client.readReply(), reply.status == 200 { return true }
        }
        return false
    }
}
