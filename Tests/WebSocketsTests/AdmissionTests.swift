import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("Admission") struct AdmissionTests {
        final class Account { let name = "alice" }

        @Test("A later yes opens the socket, with what was handed over and the head as it was sent")
        func later() throws {
            let server = try TestServer()
            defer { server.stop() }
            let decide = Locked<[(Admission) -> Void]>([])
            let name = Locked("")
            server.onAdmit = { _, answer in decide.change { $0.append(answer) } }
            server.onOpen = { socket, admitted in
                name.change { $0 = (admitted as? Account)?.name ?? "" }
                socket.send(Frame("hello"))
            }
            let client = try RawSocket(port: server.port)
            try client.write(
                RawSocket.upgrade(
                    "/ws?a=1%262&b=;",
                    "Origin: https://example.org\r\nX-Own-Header: one\r\nx-own-header: two\r\n"))
            #expect(eventually { decide.value.count == 1 })
            try server.onLoop { decide.value[0](.accept(Account())) }
            #expect(try client.readHead().hasPrefix("HTTP/1.1 101 "))
            #expect(try client.next().text == "hello")
            #expect(name.value == "alice")
            let head = try #require(server.heads.value.first)
            #expect(head.query == "a=1%262&b=;" && head.path == "/ws" && head.isUpgrade && !head.isSecure)
            #expect(head.header("origin") == "https://example.org" && head.header("ORIGIN") != nil)
            #expect(head.header("X-Own-Header") == "one, two")
            #expect(head.remoteAddress == "127.0.0.1")
            // A second answer changes nothing.
            try server.onLoop { decide.value[0](.refuse(HTTPReply(status: 401))) }
            try client.text("echo")
            #expect(try client.next().text == "echo")
        }

        @Test("A no is an HTTP answer", arguments: [401, 403, 503])
        func refused(status: Int) throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onAdmit = { _, answer in
                var reply = HTTPReply.json(status, Array("{\"message\":\"No.\"}".utf8))
                reply.headers.append(("Retry-After", "3"))
                let timer = Locked<LoopTimer?>(nil)
                let later = server.loop.timer {
                    answer(.refuse(reply))
                    timer.change { $0 = nil }
                }
                timer.change { $0 = later }
                later.start(afterMs: 20)
            }
            let client = try RawSocket(port: server.port)
            try client.write(Array(RawSocket.upgrade().utf8) + RawSocket.frame(1, Array("eager".utf8)))
            let reply = try client.readReply()
            #expect(reply.status == status && reply.body == "{\"message\":\"No.\"}")
            #expect(reply.head.contains("Retry-After: 3\r\n") && reply.head.contains("Connection: close\r\n"))
            #expect(try client.ends())
            #expect(server.openSockets == 0)
        }

        @Test("What is not a handshake for us is refused without asking anyone")
        func notForUs() throws {
            let server = try TestServer()
            defer { server.stop() }
            let cases: [(String, Int)] = [
                (RawSocket.upgrade("/other"), 404),
                (RawSocket.upgrade("/ws", "Sec-WebSocket-Protocol: other.v1, another\r\n"), 400),
                (RawSocket.upgrade().replacing("Version: 13", with: "Version: 8"), 426),
                (RawSocket.upgrade().replacing("GET", with: "POST"), 400),
                (RawSocket.upgrade().replacing("HTTP/1.1", with: "HTTP/1.0"), 400),
                (RawSocket.upgrade().replacing("Connection: Upgrade", with: "Connection: close"), 400),
                (RawSocket.upgrade().replacing("Sec-WebSocket-Key: ", with: "X-Key: "), 400),
                (RawSocket.upgrade().replacing("Host: localhost", with: "X: y"), 400),
                ("nonsense\r\n\r\n", 400),
                ("GET /ws HTTP/1.1\r\nno colon\r\n\r\n", 400),
                ("GET /ws HTTP/1.1\r\nHost: a\r\n\r\n", 426),
            ]
            for (request, status) in cases {
                let client = try RawSocket(port: server.port)
                try client.write(request)
                let reply = try client.readReply()
                #expect(reply.status == status, "\(request)")
                #expect(reply.body.hasPrefix("{\"message\":\""))
            }
            #expect(server.heads.value.isEmpty)
        }

        @Test("One of several offered subprotocols is enough")
        func severalSubprotocols() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            let head = try client.open("Sec-WebSocket-Protocol: other, keijiban.v1\r\n")
            #expect(head.contains("Sec-WebSocket-Protocol: keijiban.v1\r\n"))
        }

        @Test("A head in pieces of one byte")
        func oneByOne() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            for byte in RawSocket.upgrade().utf8 { try client.write([byte]) }
            #expect(try client.readHead().hasPrefix("HTTP/1.1 101 "))
            try client.text("fine")
            #expect(try client.next().text == "fine")
        }

        @Test("Half a head does not spin the loop, and is turned away after ten seconds")
        func halfHead() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write("GET /ws HTTP/1.1\r\nHost: lo")
            let start = milliseconds()
            let used = processorMilliseconds()
            #expect(try client.readReply().status == 408)
            let waited = milliseconds() - start
            #expect(waited > 9_000 && waited < 13_000)
            #expect(processorMilliseconds() - used < 1_000)
        }

        @Test("A head that never ends is answered with 431")
        func longHead() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write("GET /ws HTTP/1.1\r\nX: " + String(repeating: "y", count: 17_000))
            let reply = try client.readReply()
            #expect(reply.status == 431)
        }

        @Test("A head just below the limit is served", arguments: ["/ws", "/page"])
        func fullHead(path: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            let filler = "Cookie: a=\(String(repeating: "c", count: 15_000))\r\n"
            if path == "/ws" {
                try client.open(filler)
                #expect(server.heads.value.first?.header("cookie")?.utf8.count == 15_002)
            } else {
                for _ in 0..<2 {
                    try client.write("GET /page HTTP/1.1\r\nHost: a\r\n\(filler)\r\n")
                    #expect(try client.readReply().status == 200)
                    #expect(server.requests.value.last?.head.header("cookie")?.utf8.count == 15_002)
                }
            }
        }

        @Test("A client that goes before the decision hurts nobody")
        func goneBefore() throws {
            let before = openDescriptors()
            let server = try TestServer()
            let decide = Locked<[(Admission) -> Void]>([])
            server.onAdmit = { _, answer in decide.change { $0.append(answer) } }
            for index in 0..<20 {
                let client = try RawSocket(port: server.port)
                try client.write(RawSocket.upgrade())
                #expect(eventually { decide.value.count == index + 1 })
                if index % 2 == 0 { client.resetOnClose() }
                client.close()
            }
            try server.onLoop {
                for (index, answer) in decide.value.enumerated() {
                    answer(index % 4 < 2 ? .accept(nil) : .refuse(HTTPReply(status: 401)))
                }
            }
            #expect(eventually { server.openSockets == 0 })
            let client = try RawSocket(port: server.port)
            try client.write("GET /alive HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readReply().status == 200)
            client.close()
            server.stop()
            decide.change { $0 = [] }
            #expect(openDescriptors() == before)
        }

        @Test("Too many who say nothing make room for one who asks")
        func crowdedDoor() throws {
            let server = try TestServer { $0.maxWaiting = 10 }
            defer { server.stop() }
            var idlers: [RawSocket] = []
            for _ in 0..<30 { idlers.append(try RawSocket(port: server.port)) }
            let client = try RawSocket(port: server.port)
            try client.open()
            try client.text("in")
            #expect(try client.next().text == "in")
        }

        @Test("An upgrade on a connection that began with HTTP is decided too", arguments: [true, false])
        func laterRequest(isWelcome: Bool) throws {
            let server = try TestServer()
            defer { server.stop() }
            let decide = Locked<((Admission) -> Void)?>(nil)
            server.onAdmit = { _, answer in decide.change { $0 = answer } }
            server.onOpen = { socket, _ in socket.send(Frame("hello")) }
            let client = try RawSocket(port: server.port)
            try client.write("GET /page HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readReply().status == 200)
            try client.open()
            try client.text("before")
            #expect(eventually { decide.value != nil })
            #expect(server.received.value.isEmpty)
            try server.onLoop {
                decide.value?(isWelcome ? .accept(nil) : .refuse(HTTPReply(status: 401)))
            }
            if isWelcome {
                #expect(try client.next().text == "hello")
                #expect(try client.next().text == "before")
            } else {
                #expect(try client.next().code == 4001)
                #expect(server.sockets.isEmpty)
            }
        }
    }
}
