import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("Closing") struct CloseTests {
        @Test("The code and the reason arrive", arguments: [1001, 1008, 1013, 4001] as [UInt16])
        func codes(code: UInt16) throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in
                socket.close(code, "because 掲示板")
                socket.close(1000, "not this one")
                #expect(!socket.isOpen)
                socket.send(Frame("too late"))
            }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.text("bye")
            let frame = try client.next()
            #expect(frame.opcode == 8 && frame.code == Int(code) && frame.reason == "because 掲示板")
            try client.write(RawSocket.frame(8, frame.payload))
            #expect(try client.ends())
            #expect(eventually { server.closed.value == 1 && server.openSockets == 0 })
        }

        @Test("What is queued goes out before the close frame")
        func afterQueued() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in
                let frame = Frame(String(repeating: "x", count: 100_000))
                for _ in 0..<80 { socket.send(frame) }
                #expect(socket.queuedBytes > 0)
                socket.close(1001, "later")
            }
            let client = try RawSocket(port: server.port, receiveBuffer: 8_192)
            try client.open()
            try client.text("go")
            for _ in 0..<80 { #expect(try client.next().payload.count == 100_000) }
            let last = try client.next()
            #expect(last.opcode == 8 && last.code == 1001 && last.reason == "later")
        }

        @Test("A client that takes neither data nor the close frame is cut after five seconds")
        func stubborn() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in
                let frame = Frame(String(repeating: "x", count: 1_000_000))
                for _ in 0..<20 { socket.send(frame) }
                socket.close(1013, "slow")
            }
            let client = try RawSocket(port: server.port, receiveBuffer: 8_192)
            try client.open()
            try client.text("go")
            let start = milliseconds()
            #expect(eventually { server.closed.value == 1 })
            #expect(milliseconds() - start >= 4_500)
        }

        @Test("A client that never answers the close frame is let go")
        func unanswered() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in socket.close(1001, "") }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.text("go")
            #expect(try client.next().code == 1001)
            #expect(eventually(12) { server.closed.value == 1 })
        }

        @Test("A long reason is cut at a character's edge")
        func longReason() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in socket.close(4001, String(repeating: "板", count: 60)) }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.text("go")
            #expect(try client.next().reason == String(repeating: "板", count: 41))
        }

        @Test("Messages behind the one that closed are not delivered")
        func insideReceived() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in socket.close(4001, "enough") }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.write((0..<10).flatMap { _ in RawSocket.frame(1, [97]) })
            #expect(try client.next().code == 4001)
            #expect(server.received.value.count == 1)
        }

        @Test("Dropping inside received cuts the connection")
        func dropInside() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in
                socket.send(Frame("last words"))
                socket.drop()
                socket.drop()
            }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.text("a")
            _ = try? client.next()
            #expect(eventually { server.closed.value == 1 })
            #expect((try? client.ends()) != false)
        }

        @Test("The peer's close is answered and told once, with its code")
        func byPeer() throws {
            let server = try TestServer()
            defer { server.stop() }
            let code = Locked<UInt16?>(nil)
            final class Watcher: WebSocketDelegate {
                let code: Locked<UInt16?>
                init(_ code: Locked<UInt16?>) { self.code = code }
                func webSocket(_ socket: WebSocket, received text: [UInt8]) {}
                func webSocketDrained(_ socket: WebSocket) {}
                func webSocketClosed(_ socket: WebSocket) { code.change { $0 = socket.closeCode } }
            }
            server.onOpen = { socket, _ in socket.delegate = Watcher(code) }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.write(RawSocket.frame(8, [0x0F, 0xA1] + Array("bye".utf8)))
            let frame = try client.next()
            #expect(frame.opcode == 8 && frame.code == 4001)
            #expect(try client.ends())
            #expect(eventually { code.value == 4001 })
        }

        @Test("A client that resets is told as closed once")
        func reset() throws {
            let server = try TestServer()
            defer { server.stop() }
            for _ in 0..<20 {
                let client = try RawSocket(port: server.port)
                try client.open()
                try client.text("echo")
                client.resetOnClose()
                client.close()
            }
            #expect(eventually { server.closed.value == 20 && server.openSockets == 0 })
        }

        @Test("The loop closes with connections open, busy and half-made")
        func loopCloses() throws {
            let before = openDescriptors()
            for _ in 0..<3 {
                let server = try TestServer()
                server.onMessage = { socket, _ in
                    for _ in 0..<50 { socket.send(Frame(String(repeating: "x", count: 100_000))) }
                    if socket.id % 2 == 0 { socket.close(1001, "") }
                }
                server.onRequest = { _, _ in }
                var clients: [RawSocket] = []
                for _ in 0..<10 {
                    let client = try RawSocket(port: server.port)
                    try client.open()
                    try client.text("fill")
                    clients.append(client)
                }
                let waiting = try RawSocket(port: server.port)
                try waiting.write("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
                let half = try RawSocket(port: server.port)
                try half.write("GET /ha")
                #expect(eventually { server.requests.value.count == 1 && server.received.value.count == 10 })
                server.stop()
                #expect(server.closed.value == 10)
                #expect(throws: (any Error).self) { _ = try RawSocket(port: server.port) }
            }
            #expect(openDescriptors() == before)
        }
    }

    @Suite("Silence") struct SilenceTests {
        @Test("An idle client is pinged, and lives while it answers")
        func ponging() throws {
            let server = try TestServer {
                $0.pingAfterS = 1
                $0.dropAfterS = 3
            }
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            let start = milliseconds()
            while milliseconds() - start < 5_000 {
                let frame = try client.readFrame()
                #expect(frame.opcode == 9)
                try client.write(RawSocket.frame(10, frame.payload))
            }
            #expect(server.openSockets == 1)
        }

        @Test("A client that stays silent is cut")
        func silent() throws {
            let server = try TestServer {
                $0.pingAfterS = 1
                $0.dropAfterS = 3
            }
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            #expect(try client.readFrame().opcode == 9)
            let start = milliseconds()
            #expect(eventually { server.closed.value == 1 })
            #expect(milliseconds() - start < 5_000)
        }
    }
}
