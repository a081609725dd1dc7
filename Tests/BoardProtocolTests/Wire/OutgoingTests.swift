import BoardProtocol
import Testing

@Suite("Frames that are sent, and read by a client")
struct OutgoingTests {
    private struct Likes: Codable { var liked: Bool, by: String? }

    private func text(_ frame: [UInt8]) -> String { String(decoding: frame, as: UTF8.self) }

    @Test("Replies and notifications")
    func replies() throws {
        let likes = Likes(liked: true, by: nil)
        let reply = Outgoing.reply(.integer(7), result: likes)
        #expect(text(reply) == #"{"jsonrpc":"2.0","id":7,"result":{"liked":true,"by":null}}"#)
        #expect(
            try IncomingMessage.read(reply)
                == .reply(id: .integer(7), result: ["liked": true, "by": nil]))

        #expect(
            text(Outgoing.reply(.string("a\""), result: JSON.null))
                == #"{"jsonrpc":"2.0","id":"a\"","result":null}"#)

        let notice = Outgoing.notification("post.liked", params: likes)
        #expect(text(notice) == #"{"jsonrpc":"2.0","method":"post.liked","params":{"liked":true,"by":null}}"#)
        #expect(
            try IncomingMessage.read(notice)
                == .notification(method: "post.liked", params: ["liked": true, "by": nil]))
    }

    @Test("A client's request is what the server reads")
    func requests() throws {
        let frame = Outgoing.request(.string("x"), method: "post.like", params: Likes(liked: false, by: "b"))
        guard case .request(let request) = Incoming.read(frame) else {
            Issue.record("\(text(frame))")
            return
        }
        #expect(request.id == .string("x"))
        #expect(request.method == "post.like")
        #expect(request.params == ["liked": false, "by": "b"])
        #expect(
            text(Outgoing.request(nil, method: "m", params: JSON.object([])))
                == #"{"jsonrpc":"2.0","method":"m","params":{}}"#)
    }

    @Test(
        "Each refusal has the contract's shape, and comes back as it was",
        arguments: [
            (
                .integer(7), Refusal(.loginRequired, "Log in to post."),
                #"{"jsonrpc":"2.0","id":7,"error":{"code":-32001,"message":"Log in to post.","data":{"reason":"loginRequired"}}}"#
            ),
            (
                nil, Refusal(.parseError, "No."),
                #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"No.","data":{"reason":"parseError"}}}"#
            ),
            (
                .string("a"), .invalid("body", "Write \"it\"."),
                #"{"jsonrpc":"2.0","id":"a","error":{"code":-32602,"message":"Write \"it\".","data":{"reason":"invalidParams","field":"body"}}}"#
            ),
            (
                .integer(0), Refusal(.rateLimited, "Wait.", retryAfterMs: 1500),
                #"{"jsonrpc":"2.0","id":0,"error":{"code":-32005,"message":"Wait.","data":{"reason":"rateLimited","retryAfterMs":1500}}}"#
            ),
            (
                .integer(1), Refusal(.internalError, "Sorry.", requestId: "r1"),
                #"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Sorry.","data":{"reason":"internalError","requestId":"r1"}}}"#
            ),
            (
                .integer(2), Refusal(.suspended, "Read only.", suspension: .init(until: nil, why: nil)),
                #"{"jsonrpc":"2.0","id":2,"error":{"code":-32007,"message":"Read only.","data":{"reason":"suspended","until":null,"why":null}}}"#
            ),
            (
                .integer(3),
                Refusal(
                    .suspended, "Wait.",
                    suspension: .init(until: Timestamp("2026-12-01T09:30:00.000Z"), why: "Spam")),
                #"{"jsonrpc":"2.0","id":3,"error":{"code":-32007,"message":"Wait.","data":{"reason":"suspended","until":"2026-12-01T09:30:00.000Z","why":"Spam"}}}"#
            ),
            (
                .integer(4), Refusal(.init(rawValue: "fromTheFuture"), "Hm."),
                #"{"jsonrpc":"2.0","id":4,"error":{"code":-32603,"message":"Hm.","data":{"reason":"fromTheFuture"}}}"#
            ),
        ] as [(RequestID?, Refusal, String)])
    func refusals(_ id: RequestID?, refusal: Refusal, expected: String) throws {
        let frame = Outgoing.refusal(id, refusal)
        #expect(text(frame) == expected)
        #expect(try IncomingMessage.read(frame) == .refusal(id: id, refusal))
    }

    @Test(
        "Errors without a reason get the one of their code",
        arguments: [
            (#"{"code":-32601,"message":"m"}"#, .methodNotFound),
            (#"{"code":-32008,"message":"m","data":{}}"#, .locked),
            (#"{"code":-1,"message":"m","data":null}"#, .internalError),
            (
                #"{"code":-32099,"message":"m","data":{"reason":"tooEarly","new":[1]}}"#,
                .init(rawValue: "tooEarly")
            ),
        ] as [(String, Refusal.Reason)])
    func plainErrors(_ error: String, reason: Refusal.Reason) throws {
        let frame = #"{"jsonrpc":"2.0","id":1,"error":\#(error)}"#
        #expect(
            try IncomingMessage.read(Array(frame.utf8)) == .refusal(id: .integer(1), Refusal(reason, "m")))
    }

    @Test(
        "What is no message of the protocol is an error",
        arguments: [
            ("[]", "jsonrpc"), ("1", "jsonrpc"), (#"{"id":1,"result":{}}"#, "jsonrpc"),
            (#"{"jsonrpc":"2.0","result":{}}"#, "id"), (#"{"jsonrpc":"2.0","id":null,"result":{}}"#, "id"),
            (#"{"jsonrpc":"2.0","id":1}"#, "result"), (#"{"jsonrpc":"2.0","method":1}"#, "method"),
            (#"{"jsonrpc":"2.0","id":1,"error":"no"}"#, "error"),
            (#"{"jsonrpc":"2.0","id":1,"error":{"code":1}}"#, "error"),
            (#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m","data":{"until":"soon"}}}"#, "error"),
        ])
    func broken(_ frame: String, field: String) {
        let error = #expect(throws: JSONError.self) { try IncomingMessage.read(Array(frame.utf8)) }
        #expect(error?.field == field)
    }

    @Test("An app's deepest meta still fits into a live message")
    func deepMeta() throws {
        let meta = String(repeating: "[", count: 30) + String(repeating: "]", count: 30)
        let request = #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"meta":\#(meta)}}"#
        guard case .request(let sent) = Incoming.read(Array(request.utf8)) else {
            Issue.record("refused")
            return
        }
        struct Change: Codable { var changes: [[String: JSON?]] }
        let frame = Outgoing.notification(
            "thread.changed", params: Change(changes: [["meta": sent.params["meta"]]]))
        #expect(throws: Never.self) { try IncomingMessage.read(frame) }
    }
}
