import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("Messages") struct EchoTests {
        @Test("A message comes back as one text frame")
        func echo() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            let head = try client.open()
            #expect(head.contains("Sec-WebSocket-Protocol: keijiban.v1\r\n"))
            for text in [
                "", "a", "掲示板", String(repeating: "x", count: 125), String(repeating: "y", count: 126),
                String(repeating: "z", count: 65_536),
            ] {
                try client.text(text)
                let frame = try client.next()
                #expect(frame.opcode == 1 && frame.isFinal)
                #expect(frame.text == text)
            }
        }

        @Test("Fragments are put together, pings between them answered")
        func fragments() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            let text = Array("fragmented 掲示板 message".utf8)
            try client.write(RawSocket.frame(1, Array(text[..<13]), final: false))
            try client.write(RawSocket.frame(9, [1, 2, 3]))
            try client.write(RawSocket.frame(0, [], final: false))
            try client.write(RawSocket.frame(0, Array(text[13...])))
            // The pong may come behind the echo.
            let frames = try [client.next(), client.next()]
            #expect(frames.first { $0.opcode == 10 }?.payload == [1, 2, 3])
            #expect(frames.first { $0.opcode == 1 }?.payload == text)
        }

        @Test("Many small messages in one packet arrive one by one, in order")
        func pipelined() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            let texts = (0..<2_000).map { "message \($0)" }
            try client.write(texts.flatMap { RawSocket.frame(1, Array($0.utf8)) })
            for text in texts {
                let frame = try client.next()
                #expect(frame.text == text)
            }
        }

        @Test("Without an offered subprotocol none is named, and compression is declined")
        func noSubprotocol() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            let head = try client.open("Sec-WebSocket-Extensions: permessage-deflate\r\n")
            #expect(!head.lowercased().contains("sec-websocket-protocol"))
            #expect(!head.lowercased().contains("sec-websocket-extensions"))
            try client.text("hello")
            #expect(try client.next().text == "hello")
        }

        @Test("Text right behind the handshake is not lost")
        func eager() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write(Array(RawSocket.upgrade().utf8) + RawSocket.frame(1, Array("early".utf8)))
            _ = try client.readHead()
            #expect(try client.next().text == "early")
        }

        @Test("A megabyte arrives whole")
        func large() throws {
            let server = try TestServer { $0.maxMessageBytes = 2_000_000 }
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            let text = String(repeating: "0123456789abcdef", count: 65_536)
            try client.text(text)
            #expect(try client.next().text == text)
        }
    }

    @Suite("Limits") struct LimitTests {
        @Test("A message above the limit closes with 1009", arguments: [65_537, 1_000_000])
        func tooLong(count: Int) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            try? client.write(RawSocket.frame(1, [UInt8](repeating: 97, count: count)))
            let frame = try client.next()
            #expect(frame.opcode == 8 && frame.code == 1009)
            #expect(server.received.value.isEmpty)
        }

        @Test("Endless fragments close with 1009")
        func endlessFragments() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.write(RawSocket.frame(1, [UInt8](repeating: 97, count: 1_000), final: false))
            for _ in 0..<66 {
                try? client.write(RawSocket.frame(0, [UInt8](repeating: 97, count: 1_000), final: false))
            }
            let frame = try client.next()
            #expect(frame.opcode == 8 && frame.code == 1009)
            #expect(server.received.value.isEmpty)
        }

        @Test("A binary frame closes with 1003")
        func binary() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.write(RawSocket.frame(2, [1, 2, 3]))
            let frame = try client.next()
            #expect(frame.opcode == 8 && frame.code == 1003)
        }

        @Test(
            "Invalid UTF-8 closes with 1007",
            arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80]]
                as [[UInt8]])
        func invalidText(bytes: [UInt8]) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.write(RawSocket.frame(1, [97], final: false))
            try client.write(RawSocket.frame(0, bytes))
            let frame = try client.next()
            #expect(frame.opcode == 8 && frame.code == 1007)
        }

        @Test("Nonsense instead of frames ends the connection, not the server")
        func nonsense() throws {
            let server = try TestServer()
            defer { server.stop() }
            var numbers = SystemRandomNumberGenerator()
            for _ in 0..<50 {
                let client = try RawSocket(port: server.port)
                try client.open()
                try? client.write((0..<500).map { _ in UInt8.random(in: 0...255, using: &numbers) })
            }
            #expect(eventually { server.openSockets == 0 })
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.text("still here")
            #expect(try client.next().text == "still here")
        }
    }
}
