import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("Flow") struct FlowTests {
        @Test("For a client that does not read, bytes queue up; when it reads, all arrives and it is told")
        func neverReads() throws {
            let server = try TestServer()
            defer { server.stop() }
            let queued = Locked(0)
            server.onMessage = { socket, _ in
                for index in 0..<3_000 {
                    socket.send(Frame("\(index) " + String(repeating: "x", count: 5_000)))
                }
                queued.change { $0 = socket.queuedBytes }
            }
            let client = try RawSocket(port: server.port, receiveBuffer: 8_192)
            try client.open()
            try client.text("go")
            #expect(eventually { queued.value > 1_000_000 })
            #expect(server.drained.value == 0)
            for index in 0..<3_000 {
                let frame = try client.next()
                #expect(frame.text.hasPrefix("\(index) "))
            }
            #expect(eventually { server.drained.value == 1 })
            #expect(try server.onLoop { server.sockets.first?.queuedBytes } == 0)
            try client.write(RawSocket.frame(9, [7]))
            #expect(try client.readFrame().payload == [7])
        }

        @Test("Pings of a client behind with reading do not break the frames")
        func pingsWhileChoked() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, text in
                if text == Array("go".utf8) {
                    for index in 0..<2_000 {
                        socket.send(Frame("\(index) " + String(repeating: "x", count: 3_000)))
                    }
                } else {
                    socket.send(Frame("extra"))
                }
            }
            let client = try RawSocket(port: server.port, receiveBuffer: 8_192)
            try client.open()
            try client.text("go")
            for _ in 0..<200 {
                try client.write(RawSocket.frame(9, [1, 2]))
                try client.text("more")
            }
            var next = 0
            var extras = 0
            while next < 2_000 || extras < 200 {
                let frame = try client.next()
                if frame.opcode == 10 { continue }
                if frame.text == "extra" {
                    extras += 1
                } else {
                    try #require(frame.text.hasPrefix("\(next) "))
                    next += 1
                }
            }
        }

        @Test("While reading is paused nothing is delivered; afterwards everything is, in order")
        func pause() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, text in if text == Array("pause".utf8) { socket.pauseReading() } }
            let client = try RawSocket(port: server.port)
            try client.open()
            let texts = (0..<500).map { "\($0) " + String(repeating: "x", count: 200) }
            try client.write(
                RawSocket.frame(1, Array("pause".utf8)) + texts.flatMap { RawSocket.frame(1, Array($0.utf8)) }
            )
            #expect(eventually { server.received.value.count >= 1 })
            // The loop has turned a few times, and still nothing.
            for _ in 0..<20 { _ = server.openSockets }
            #expect(server.received.value.count < 10)
            for _ in 0..<3 {
                try server.onLoop { server.sockets.first?.resumeReading() }
            }
            #expect(eventually { server.received.value.count == 501 })
            #expect(Array(server.received.value.dropFirst()) == texts)
        }

        @Test("Closing while reading is paused still says why")
        func closeWhilePaused() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onMessage = { socket, _ in socket.pauseReading() }
            let client = try RawSocket(port: server.port)
            try client.open()
            for _ in 0..<100 { try client.text("waiting") }
            #expect(eventually { !server.received.value.isEmpty })
            try server.onLoop { server.sockets.first?.close(4001, "ended") }
            let frame = try client.next()
            #expect(frame.code == 4001)
            try client.write(RawSocket.frame(8, frame.payload))
            #expect(eventually(4) { server.closed.value == 1 })
        }

        @Test("One frame goes to two thousand idle clients")
        func crowd() throws {
            let server = try TestServer()
            defer { server.stop() }
            var clients: [RawSocket] = []
            for _ in 0..<2_000 {
                let client = try RawSocket(port: server.port)
                try client.open()
                clients.append(client)
            }
            #expect(server.openSockets == 2_000)
            try server.onLoop {
                let frame = Frame("news for all")
                for socket in server.sockets { socket.send(frame) }
            }
            for client in clients { #expect(try client.next().text == "news for all") }
            clients = []
            #expect(eventually { server.openSockets == 0 })
        }
    }
}
