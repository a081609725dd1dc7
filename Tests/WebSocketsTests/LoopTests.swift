import Glibc
import Testing
import WebSockets

extension WebSocketsTests {
    @Suite("Loop") struct LoopTests {
        @Test("Jobs from many threads all run, each thread's in order")
        func inbox() throws {
            let test = try TestLoop()
            defer { test.stop() }
            let seen = Locked([Int](repeating: 0, count: 4))
            let inOrder = Locked(true)
            let inbox = test.inbox
            #expect(!inbox.isOnLoop)
            #expect(try test.onLoop { inbox.isOnLoop })
            let threads = (0..<4).map { thread in
                startThread {
                    for index in 0..<5_000 {
                        inbox.post {
                            seen.change {
                                if $0[thread] != index { inOrder.change { $0 = false } }
                                $0[thread] += 1
                            }
                        }
                    }
                }
            }
            for thread in threads { pthread_join(thread, nil) }
            #expect(eventually { seen.value == [5_000, 5_000, 5_000, 5_000] })
            #expect(inOrder.value)
        }

        @Test("A reply runs its completion once, on the loop")
        func reply() throws {
            let test = try TestLoop()
            defer { test.stop() }
            let results = Locked<[Int]>([])
            let reply = try test.onLoop {
                test.loop.reply { (value: Int) in
                    #expect(test.inbox.isOnLoop)
                    results.change { $0.append(value) }
                }
            }
            let thread = startThread {
                reply(1)
                reply(2)
            }
            pthread_join(thread, nil)
            try test.onLoop {}
            #expect(results.value == [1])
        }

        @Test("A reply that is dropped lets go of its completion; one that is late does nothing")
        func lateReply() throws {
            final class Marker {}
            let test = try TestLoop()
            let weakMarker = Locked<() -> Bool>({ false })
            do {
                let reply = try test.onLoop {
                    let marker = Marker()
                    weakMarker.change { $0 = { [weak marker] in marker == nil } }
                    return test.loop.reply { (_: Int) in _ = marker }
                }
                #expect(!weakMarker.value())
                _ = reply
            }
            #expect(try eventually { try test.onLoop { weakMarker.value() } })
            let called = Locked(false)
            let late = try test.onLoop { test.loop.reply { (_: Int) in called.change { $0 = true } } }
            test.stop()
            late(1)
            test.inbox.post { called.change { $0 = true } }
            #expect(!called.value)
        }

        @Test("Timers fire once, again and again, or not at all")
        func timers() throws {
            let test = try TestLoop()
            defer { test.stop() }
            let once = Locked(0)
            let often = Locked(0)
            let never = Locked(0)
            let timers = Locked<[LoopTimer]>([])
            try test.onLoop {
                let first = test.loop.timer { once.change { $0 += 1 } }
                first.start(afterMs: 5)
                let second = test.loop.timer {
                    if often.change({
                        $0 += 1; return $0
                    }) == 5 {
                        timers.change { $0.removeAll() }
                    }
                }
                second.start(afterMs: 1, everyMs: 1)
                let third = test.loop.timer { never.change { $0 += 1 } }
                third.start(afterMs: 1)
                third.cancel()
                test.loop.timer { never.change { $0 += 1 } }.start(afterMs: 1)
                timers.change { $0 = [first, second, third] }
            }
            #expect(eventually { often.value == 5 })
            try test.onLoop {}
            #expect(often.value == 5 && never.value == 0)
        }

        @Test("What is left for the end of the turn runs once, and what that adds too, before any waiting")
        func beforeWaiting() throws {
            let test = try TestLoop()
            defer { test.stop() }
            let order = Locked<[Int]>([])
            test.inbox.post {
                test.loop.beforeWaiting {
                    order.change { $0.append(2) }
                    test.loop.beforeWaiting { order.change { $0.append(3) } }
                }
                order.change { $0.append(1) }
            }
            #expect(eventually { order.value == [1, 2, 3] })
        }

        @Test("A watched descriptor tells when it can be read, and stays open")
        func watch() throws {
            let test = try TestLoop()
            defer { test.stop() }
            var ends: [Int32] = [0, 0]
            pipe(&ends)
            let reader = ends[0]
            let bytes = Locked(0)
            let watch = Locked<FileWatch?>(nil)
            try test.onLoop {
                let made = test.loop.watch(reader) { readable, _ in
                    guard readable else { return }
                    var byte: UInt8 = 0
                    if read(reader, &byte, 1) == 1 { bytes.change { $0 += 1 } } else { watch.value?.cancel() }
                }
                made.wants(readable: true, writable: false)
                watch.change { $0 = made }
            }
            write(ends[1], "abc", 3)
            #expect(eventually { bytes.value == 3 })
            close(ends[1])
            try test.onLoop { watch.change { $0 = nil } }
            #expect(fcntl(reader, F_GETFD) != -1)
            close(reader)
        }

        @Test("A port that is taken is told in words")
        func bindFails() throws {
            let server = try TestServer()
            defer { server.stop() }
            let port = server.port
            let error = #expect(throws: WebSocketError.self) {
                _ = try TestServer { $0.port = port }
            }
            #expect(error?.message.contains("Address already in use") == true)
            #expect(error?.message.contains("\(port)") == true)
        }

        @Test("Two loops share a port")
        func sharedPort() throws {
            let first = try TestServer { $0.sharesPort = true }
            defer { first.stop() }
            let port = first.port
            let second = try TestServer {
                $0.sharesPort = true
                $0.port = port
            }
            defer { second.stop() }
            var clients: [RawSocket] = []
            for _ in 0..<64 {
                let client = try RawSocket(port: port)
                try client.open()
                clients.append(client)
            }
            #expect(first.openSockets > 0 && second.openSockets > 0)
            #expect(first.openSockets + second.openSockets == 64)
        }

        @Test("After stopAccepting the port is free and open sockets go on")
        func stopAccepting() throws {
            let server = try TestServer()
            defer { server.stop() }
            let client = try RawSocket(port: server.port)
            try client.open()
            try server.onLoop { server.listener?.stopAccepting() }
            #expect(throws: (any Error).self) { _ = try RawSocket(port: server.port) }
            try client.text("still")
            #expect(try client.next().text == "still")
        }
    }
}
