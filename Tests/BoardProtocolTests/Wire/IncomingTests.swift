import BoardProtocol
import Testing

@Suite("Frames from a client")
struct IncomingTests {
    private func request(_ text: String) -> IncomingRequest? {
        guard case .request(let request) = Incoming.read(Array(text.utf8)) else { return nil }
        return request
    }

    @Test(
        "A request has an id, a notification none",
        arguments: [
            (#"{"jsonrpc":"2.0","id":7,"method":"ping","params":{}}"#, .integer(7)),
            (#"{"jsonrpc":"2.0","id":-9223372036854775808,"method":"ping"}"#, .integer(.min)),
            (#"{"jsonrpc":"2.0","id":"","method":"ping"}"#, .string("")),
            (#" {"extra":[1],"method":"ping","id":"a\n","jsonrpc":"2.0"} "#, .string("a\n")),
            (#"{"jsonrpc":"2.0","method":"ping"}"#, nil),
        ] as [(String, RequestID?)])
    func requests(_ text: String, id: RequestID?) throws {
        let request = try #require(self.request(text))
        #expect(request.id == id)
        #expect(request.method == "ping")
        #expect(request.params == [:])
    }

    @Test(
        "Parameters that are no object are refused when they are asked for",
        arguments: ["null", "[]", "[1]", "1", "\"\""])
    func badParams(_ params: String) throws {
        let request = try #require(
            self.request(#"{"jsonrpc":"2.0","id":1,"method":"m","params":\#(params)}"#))
        #expect(request.id == .integer(1))
        let refusal = #expect(throws: Refusal.self) { try request.decodeParams(as: JSON.self) }
        #expect(refusal?.reason == .invalidParams)
        #expect(refusal?.field == nil)
    }

    @Test("Parameters become a request; the first wrong one is named")
    func params() throws {
        struct Like: Codable { var postId: String, times: Int? }
        let good = try #require(
            self.request(#"{"jsonrpc":"2.0","method":"m","params":{"postId":"1","new":0}}"#))
        #expect(try good.decodeParams(as: Like.self).postId == "1")
        let bad = try #require(
            self.request(#"{"jsonrpc":"2.0","method":"m","params":{"times":"x","postId":1}}"#))
        let refusal = #expect(throws: Refusal.self) { try bad.decodeParams(as: Like.self) }
        #expect(refusal == .invalid("postId", "postId must be a string."))
    }

    @Test(
        "Half a character in a parameter is that parameter's fault",
        arguments: [
            (#"{"body":"\ud800"}"#, "body"), (#"{"title":"a","body":"\udc00b"}"#, "body"),
            (#"{"meta":{"a":["\ud800x"]},"body":"\ud800"}"#, "meta"), (#"{"meta":{"\ud800":1}}"#, "meta"),
            (#"{"body":"\ud83c\ud800"}"#, "body"),
        ])
    func loneSurrogates(_ params: String, _ field: String) throws {
        let frame = #"{"jsonrpc":"2.0","id":7,"method":"m","params":"# + params + "}"
        guard case .bad(let id, let refusal) = Incoming.read(Array(frame.utf8)) else {
            Issue.record("taken for a request")
            return
        }
        #expect(id == .integer(7))
        #expect(refusal.reason == .invalidParams && refusal.field == field)
    }

    @Test(
        "What is not JSON is a parse error without an id",
        arguments: [
            "", "{", "hello", #"{"jsonrpc":"2.0","id":1,"method":"m""#,
            #"{"jsonrpc":"2.0","id":1,"method":"m"} x"#,
            #"{"jsonrpc":"2.0","id":1,"id":1,"method":"m"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"m","\u0069d":2}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":{"b":1,"b":2}}}"#,
            #"{"jsonrpc":"2.0","id":"\ud800","method":"m","params":{}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"\ud800","params":{}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"m","params":\#(String(repeating: "[", count: 40))"#,
            #"{"jsonrpc":"2.0","id":01,"method":"m"}"#,
        ])
    func parseErrors(_ text: String) {
        guard case .bad(let id, let refusal) = Incoming.read(Array(text.utf8)) else {
            Issue.record("read: \(text)")
            return
        }
        #expect(id == nil)
        #expect(refusal.reason == .parseError)
        #expect(refusal.reason.code == -32700)
    }

    @Test(
        "What is no request is invalid, under its id where it has one",
        arguments: [
            ("[]", nil), (#"[{"jsonrpc":"2.0","id":1,"method":"m"}]"#, nil), ("null", nil), ("1", nil),
            ("\"x\"", nil), ("true", nil), ("{}", nil), (#"{"jsonrpc":"2.0","id":null,"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":1.5,"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":1.0,"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":1e3,"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":{},"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":[1],"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":true,"method":"m"}"#, nil),
            (#"{"jsonrpc":"2.0","id":9223372036854775808,"method":"m"}"#, nil),
            (#"{"id":1,"method":"m"}"#, .integer(1)),
            (#"{"jsonrpc":"1.0","id":1,"method":"m"}"#, .integer(1)),
            (#"{"jsonrpc":2.0,"id":1,"method":"m"}"#, .integer(1)),
            (#"{"jsonrpc":null,"id":1,"method":"m"}"#, .integer(1)),
            (#"{"jsonrpc":"2.0","id":"a"}"#, .string("a")),
            (#"{"jsonrpc":"2.0","id":1,"method":null}"#, .integer(1)),
            (#"{"jsonrpc":"2.0","id":1,"method":7}"#, .integer(1)), (#"{"jsonrpc":"2.0","method":7}"#, nil),
            (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, .integer(1)),
            (#"{"jsonrpc":"2.0","id":1,"Method":"m"}"#, .integer(1)),
        ] as [(String, RequestID?)])
    func invalidRequests(_ text: String, expected: RequestID?) {
        guard case .bad(let id, let refusal) = Incoming.read(Array(text.utf8)) else {
            Issue.record("read: \(text)")
            return
        }
        #expect(id == expected)
        #expect(refusal.reason == .invalidRequest)
    }
}
