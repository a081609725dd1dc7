import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("Plain HTTP") struct HTTPTests {
        @Test("Requests follow each other on one connection, also pipelined")
        func keepAlive() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            for index in 0..<5 {
                try client.write("GET /page/\(index)?q=%26 HTTP/1.1\r\nHost: a\r\n\r\n")
                let reply = try client.readReply()
                #expect(reply.status == 200 && reply.body == "{\"path\":\"/page/\(index)\"}")
            }
            try client.write((0..<5).map { "GET /many/\($0) HTTP/1.1\r\nHost: a\r\n\r\n" }.joined())
            for index in 0..<5 { #expect(try client.readReply().body == "{\"path\":\"/many/\(index)\"}") }
        }

        @Test("The head reads the same on the first request and on later ones")
        func heads() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            let request =
                "GET /a%20b/../c?x=1&y=a%26b+c%2B&z HTTP/1.1\r\nHost: h\r\nAuthorization: Bearer t\r\n"
                + "Cookie: a=1; b=2\r\nX-Forwarded-Proto: https\r\nIf-None-Match: \"e\"\r\n\r\n"
            for _ in 0..<2 {
                try client.write(request)
                #expect(try client.readReply().status == 200)
            }
            for head in server.requests.value.map(\.head) {
                #expect(head.method == "GET" && head.path == "/c" && head.remoteAddress == "127.0.0.1")
                #expect(head.header("authorization") == "Bearer t" && head.header("Cookie") == "a=1; b=2")
                #expect(
                    head.header("x-forwarded-proto") == "https" && head.header("if-none-match") == "\"e\"")
                #expect(!head.isUpgrade && head.query.hasPrefix("x=1&y=a%26b"))
            }
        }

        @Test("A reply may come later, and does not spin the loop meanwhile")
        func later() throws {
            let server = try TestServer()
            defer { server.stop() }
            let respond = Locked<((HTTPReply) -> Void)?>(nil)
            server.onRequest = { _, answer in respond.change { $0 = answer } }
            let client = try RawSocket(port: server.port)
            try client.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            try client.write("GET /c HTTP/1.1\r\nHost: a\r\n\r\n")
            for path in ["/a", "/b", "/c"] {
                #expect(eventually { respond.value != nil })
                #expect(server.requests.value.last?.head.path == path)
                let used = processorMilliseconds()
                let start = milliseconds()
                _ = eventually(0.3) { milliseconds() - start > 300 }
                #expect(processorMilliseconds() - used < 150)
                try server.onLoop {
                    let answer = respond.change { stored in
                        defer { stored = nil }
                        return stored
                    }
                    answer?(.json(200, Array("[]".utf8)))
                    answer?(.json(500, []))
                }
                #expect(try client.readReply().body == "[]")
            }
        }

        @Test("A reply to a client that has gone is dropped")
        func gone() throws {
            let server = try TestServer()
            defer { server.stop() }
            let respond = Locked<[(HTTPReply) -> Void]>([])
            server.onRequest = { _, answer in respond.change { $0.append(answer) } }
            for index in 0..<10 {
                let client = try RawSocket(port: server.port)
                try client.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
                #expect(eventually { respond.value.count == index + 1 })
                if index % 2 == 0 { client.resetOnClose() }
                client.close()
            }
            try server.onLoop {
                let reply = HTTPReply(status: 200, body: [UInt8](repeating: 0, count: 1_000_000))
                for answer in respond.value { answer(reply) }
            }
            server.onRequest = { $1(.json(200, [])) }
            let client = try RawSocket(port: server.port)
            try client.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(try client.readReply().status == 200)
        }

        @Test(
            "Bodies up to the limit arrive, whatever the method",
            arguments: ["POST", "PUT", "PATCH", "DELETE"])
        func bodies(method: String) throws {
            let server = try TestServer { $0.maxBodyBytes = 300_000 }
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            for count in [0, 1, 300_000, 5] {
                let body = (0..<count).map { UInt8($0 % 251) }
                try client.write("\(method) /in HTTP/1.1\r\nHost: a\r\nContent-Length: \(count)\r\n\r\n")
                try client.write(body)
                #expect(try client.readReply().status == 200)
                #expect(server.requests.value.last?.body == body)
            }
            #expect(server.requests.value.count == 4)
        }

        @Test(
            "What cannot be taken is answered, not reset",
            arguments: [
                ("POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: 300001\r\n\r\n", 413, 300_001),
                ("POST /in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 411, 100),
                ("GET /in HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n", 411, 100),
                ("PUT /in HTTP/1.1\r\nHost: a\r\n\r\n", 411, 0),
                ("POST /in HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400, 10),
            ])
        func refused(head: String, status: Int, count: Int) throws {
            let server = try TestServer { $0.maxBodyBytes = 300_000 }
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write(head)
            try? client.write([UInt8](repeating: 65, count: count))
            let reply = try client.readReply()
            #expect(reply.status == status && reply.head.contains("Connection: close"))
            #expect(reply.body.contains("\"reason\":"))
            #expect(server.requests.value.isEmpty)
        }

        @Test("A client that asks before sending its body is told to go on")
        func expectation() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            for _ in 0..<2 {
                try client.write(
                    "PUT /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
                #expect(try client.readHead() == "HTTP/1.1 100 Continue\r\n\r\n")
                try client.write("abc")
                #expect(try client.readReply().status == 200)
                #expect(server.requests.value.last?.body == Array("abc".utf8))
            }
        }

        @Test("HEAD has the length but not the body")
        func headOnly() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write("HEAD /x HTTP/1.1\r\nHost: a\r\n\r\nGET /y HTTP/1.1\r\nHost: a\r\n\r\n")
            let reply = try client.readReply(hasBody: false)
            #expect(reply.head.contains("Content-Length: 13\r\n"))
            #expect(try client.readReply().body == "{\"path\":\"/y\"}")
        }

        @Test("Large replies arrive whole, also for slow readers")
        func large() throws {
            let server = try TestServer()
            defer { server.stop() }
            let body = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
            server.onRequest = { $1(HTTPReply(status: 200, body: body)) }
            let client = try RawSocket(port: server.port, receiveBuffer: 8_192)
            for _ in 0..<2 {
                try client.write("GET /big HTTP/1.1\r\nHost: a\r\n\r\n")
                let head = try client.readHead()
                #expect(head.contains("Content-Length: 6000000"))
                #expect(try client.read(6_000_000) == body)
            }
        }

        @Test(
            "Connection: close and HTTP/1.0 end after the reply",
            arguments: [
                "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", "GET /a HTTP/1.0\r\n\r\n",
            ])
        func ends(request: String) throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write(request)
            let reply = try client.readReply()
            #expect(reply.status == 200 && reply.head.contains("Connection: close\r\n"))
            #expect(try client.ends())
        }

        @Test("A header with a line break in its value is left out")
        func injection() throws {
            let server = try TestServer()
            defer { server.stop() }
            server.onRequest = {
                $1(HTTPReply(status: 200, headers: [("X-A", "1\r\nX-B: 2"), ("X-C", "3")], body: []))
            }
            let client = try RawSocket(port: server.port)
            try client.write("GET /a HTTP/1.1\r\nHost: a\r\n\r\n")
            let head = try client.readReply().head
            #expect(!head.contains("X-B") && head.contains("X-C: 3\r\n"))
        }

        @Test("An upgrade to HTTP/2 is not followed")
        func h2c() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.write(
                "GET /a HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\n"
                    + "HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n\r\n")
            #expect(try client.readReply().status == 400)
        }
    }
}
