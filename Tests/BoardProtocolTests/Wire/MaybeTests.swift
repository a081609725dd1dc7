import BoardProtocol
import Testing

@Suite("Members that may be left out")
struct MaybeTests {
    private struct Inner: Codable, Hashable { var x: Maybe<Int> }
    private struct Change: Codable, Hashable {
        var first: Maybe<Bool>
        var id: Int
        var inner: Maybe<Inner>
        var meta: Maybe<JSON>
        var last: Maybe<[String]>
    }

    @Test(
        "Each state has its own text",
        arguments: [
            (Change(first: .missing, id: 1, inner: .missing, meta: .missing, last: .missing), #"{"id":1}"#),
            (
                Change(first: .null, id: 1, inner: .null, meta: .null, last: .null),
                #"{"first":null,"id":1,"inner":null,"meta":null,"last":null}"#
            ),
            (
                Change(
                    first: .value(false), id: 1, inner: .value(Inner(x: .value(2))), meta: .value([:]),
                    last: .value([])),
                #"{"first":false,"id":1,"inner":{"x":2},"meta":{},"last":[]}"#
            ),
            (
                Change(
                    first: .missing, id: 1, inner: .value(Inner(x: .missing)), meta: .value(["a": nil]),
                    last: .missing),
                #"{"id":1,"inner":{},"meta":{"a":null}}"#
            ),
            (
                Change(
                    first: .value(true), id: 1, inner: .value(Inner(x: .null)), meta: .missing,
                    last: .value(["s"])),
                #"{"first":true,"id":1,"inner":{"x":null},"last":["s"]}"#
            ),
        ])
    private func states(_ change: Change, text: String) throws {
        #expect(String(decoding: try JSONCoding.encode(change), as: UTF8.self) == text)
        #expect(try JSONCoding.decode(Change.self, from: Array(text.utf8)) == change)
    }

    @Test("A wrong value is an error, not missing")
    func wrong() {
        let error = #expect(throws: JSONError.self) {
            try JSONCoding.decode(Change.self, from: Array(#"{"id":1,"inner":{"x":"2"}}"#.utf8))
        }
        #expect(error?.path == ["inner", "x"])
    }

    @Test("Elements of an array cannot be left out: they are null")
    func inArrays() throws {
        let list: [Maybe<Int>] = [.missing, .null, .value(1)]
        let bytes = try JSONCoding.encode(list)
        #expect(String(decoding: bytes, as: UTF8.self) == "[null,null,1]")
        #expect(try JSONCoding.decode([Maybe<Int>].self, from: bytes) == [.null, .null, .value(1)])
        #expect(try JSONCoding.encode(Maybe<Int>.missing) == Array("null".utf8))
    }

    @Test("Its value, and values made into it")
    func values() {
        #expect(Maybe.value(1).value == 1)
        #expect(Maybe<Int>.null.value == nil)
        #expect(Maybe<Int>.missing.value == nil)
        #expect(Maybe<Int>.missing.isMissing)
        #expect(!Maybe<Int>.null.isMissing)
        #expect(Maybe<Int>.orMissing(nil) == .missing)
        #expect(Maybe<Int>.orNull(nil) == .null)
        #expect(Maybe.orMissing(2) == .value(2))
        #expect(Maybe.orNull(2) == .value(2))
    }
}
