import Testing
import WebSockets

/// Remembers what a client was told.
final class ClientLog: WebSocketClientDelegate, @unchecked Sendable {
    let opened = Locked(0)
    let closed = Locked(0)
    let code = Locked<UInt16?>(nil)
    let reason = Locked("")
    let failures = Locked<[Int?]>([])
    let received = Locked<[String]>([])
    var onOpen: (WebSocket) -> Void = { _ in }

    func webSocketOpened(_ socket: WebSocket) {
        opened.change { $0 += 1 }
        onOpen(socket)
    }
    func webSocketFailed(_ client: WebSocketClient, status: Int?, message: String) {
        failures.change { $0.append(status) }
    }
    func webSocket(_ socket: WebSocket, received text: [UInt8]) {
        received.change { $0.append(String(decoding: text, as: UTF8.self)) }
    }
    func webSocketDrained(_ socket: WebSocket) {}
    func webSocketClosed(_ socket: WebSocket) {
        code.change { $0 = socket.closeCode }
        reason.change { $0 = socket.closeReason }
        closed.change { $0 += 1 }
    }
}

extension WebSocketsTests {
    @Suite("Client") struct ClientTests {
        private func connect(
            _ server: TestServer, _ log: ClientLog, _ change: (inout ClientOptions) -> Void = { _ in }
        )
            throws -> Locked<WebSocketClient?>
        {
            var options = ClientOptions(host: "127.0.0.1", port: server.port)
            change(&options)
            let chosen = options
            let client = Locked<WebSocketClient?>(nil)
            try server.onLoop { client.change { $0 = WebSocketClient.connect(server.loop, chosen, log) } }
            return client
        }

        @Test("Opens, talks and hears why the server closed")
        func talks() throws {
            let server = try TestServer()
            defer { server.stop() }
            let log = ClientLog()
            let long = String(repeating: "長", count: 20_000)
            log.onOpen = { socket in
                socket.send(Frame("short"))
                socket.send(Frame(long))
            }
            let client = try connect(server, log) { $0.headers = [("Authorization", "Bearer t")] }
            #expect(eventually { log.received.value.count == 2 })
            #expect(log.received.value == ["short", long])
            #expect(server.heads.value.first?.header("authorization") == "Bearer t")
            #expect(server.heads.value.first?.header("sec-websocket-protocol") == "keijiban.v1")
            try server.onLoop { server.sockets.first?.close(4001, "ended") }
            #expect(eventually { log.closed.value == 1 && server.closed.value == 1 })
            #expect(log.code.value == 4001 && log.reason.value == "ended" && log.opened.value == 1)
            #expect(log.failures.value.isEmpty)
            _ = client
        }

        @Test("A shared frame is not changed by a client's masking")
        func masking() throws {
            let server = try TestServer()
            defer { server.stop() }
            let frame = Frame("the same for everyone")
            let log = ClientLog()
            log.onOpen = { socket in for _ in 0..<5 { socket.send(frame) } }
            let client = try connect(server, log) { $0.subprotocol = nil }
            #expect(eventually { log.received.value.count == 5 })
            #expect(Set(log.received.value) == ["the same for everyone"])
            _ = client
        }

        @Test("A refusal is told with its status", arguments: [401, 403, 503])
        func refused(status: Int) throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onAdmit = { $1(.refuse(.json(status, Array("{}".utf8)))) }
            let log = ClientLog()
            let client = try connect(server, log)
            #expect(eventually { log.failures.value == [status] })
            #expect(log.opened.value == 0 && log.closed.value == 0)
            _ = client
        }

        @Test("Nobody there is told without a status")
        func nobody() throws {
            let server = try TestServer()
            defer { server.stop() }
            let log = ClientLog()
            let client = try connect(server, log) { $0.port = 1 }
            #expect(eventually { log.failures.value == [nil] })
            _ = client
        }

        @Test("Cancelling tells of it once, at any stage")
        func cancel() throws {
            let server = try TestServer()
            defer { server.stop() }
            let waiting = ClientLog()
            server.onAdmit = { _, _ in }
            let first = try connect(server, waiting)
            #expect(eventually { server.heads.value.count == 1 })
            try server.onLoop { first.value?.cancel() }
            #expect(eventually { waiting.failures.value == [nil] })
            server.onAdmit = { $1(.accept(nil)) }
            let open = ClientLog()
            let second = try connect(server, open)
            #expect(eventually { open.opened.value == 1 })
            try server.onLoop { second.value?.cancel() }
            #expect(eventually { open.closed.value == 1 && server.closed.value == 1 })
            #expect(open.failures.value.isEmpty)
        }

        @Test("A client that closes is answered")
        func closes() throws {
            let server = try TestServer()
            defer { server.stop() }
            let log = ClientLog()
            log.onOpen = { socket in
                socket.send(Frame("bye"))
                socket.close(1000, "done")
            }
            let client = try connect(server, log)
            #expect(eventually { log.closed.value == 1 && server.closed.value == 1 })
            #expect(server.received.value == ["bye"])
            _ = client
        }
    }
}
