import BoardProtocol
import Testing

@Suite("Coding our types")
struct JSONCodingTests {
    private func encoded(_ value: some Encodable) throws(JSONError) -> String {
        String(decoding: try JSONCoding.encode(value), as: UTF8.self)
    }

    private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws(JSONError) -> Value {
        try JSONCoding.decode(type, from: Array(text.utf8))
    }

    private func failure<Value: Decodable>(_ type: Value.Type, _ text: String) -> JSONError? {
        do throws(JSONError) {
            _ = try decoded(type, text)
            return nil
        } catch { return error }
    }

    private struct Empty: Codable, Equatable {}
    private enum Order: String, Codable { case newest, popular }

    private struct Everything: Codable, Equatable {
        var text: String, flag: Bool, int: Int, wide: Int64, byte: UInt8, huge: UInt64, ratio: Double
        var maybeText: String?, maybeFlag: Bool?, maybeInt: Int?, maybeWide: Int64?, maybeByte: UInt8?
        var maybeRatio: Double?, maybeOrder: Order?, maybeEmpty: Empty?, maybeList: [Int]?, meta: JSON?
        var order: Order, list: [String], nested: [[Empty]], table: [String: Int], holes: [Int?], json: JSON
    }

    private let full = Everything(
        text: "é\n", flag: true, int: -3, wide: .min, byte: 255, huge: .max, ratio: 0.5, maybeText: "",
        maybeFlag: false, maybeInt: 0, maybeWide: .max, maybeByte: 0, maybeRatio: -1, maybeOrder: .popular,
        maybeEmpty: Empty(), maybeList: [], meta: ["z": 1, "a": [nil]], order: .newest, list: ["a", "b"],
        nested: [[], [Empty()]], table: ["k": 1], holes: [1, nil], json: nil)

    private let fullText = #"""
        {"text":"é\n","flag":true,"int":-3,"wide":-9223372036854775808,"byte":255,"huge":18446744073709551615,
        "ratio":0.5,"maybeText":"","maybeFlag":false,"maybeInt":0,"maybeWide":9223372036854775807,"maybeByte":0,
        "maybeRatio":-1.0,"maybeOrder":"popular","maybeEmpty":{},"maybeList":[],"meta":{"z":1,"a":[null]},
        "order":"newest","list":["a","b"],"nested":[[],[{}]],"table":{"k":1},"holes":[1,null],"json":null}
        """#

    @Test("All that a type may hold goes out and comes back")
    func roundTrip() throws {
        #expect(try encoded(full) == fullText.split(separator: "\n").joined())
        #expect(try decoded(Everything.self, fullText) == full)
    }

    @Test("What is nil is written as null, and read from null or from nothing")
    func nilIsNull() throws {
        var value = full
        (value.maybeText, value.maybeFlag, value.maybeInt, value.maybeWide) = (nil, nil, nil, nil)
        (value.maybeByte, value.maybeRatio, value.maybeOrder, value.maybeEmpty) = (nil, nil, nil, nil)
        (value.maybeList, value.meta) = (nil, nil)
        let text = try encoded(value)
        let json = try JSONReader.read(Array(text.utf8))
        let members = try #require(json.object)
        let names = [
            "maybeText", "maybeFlag", "maybeInt", "maybeWide", "maybeByte", "maybeRatio", "maybeOrder",
            "maybeEmpty", "maybeList", "meta",
        ]
        for name in names { #expect(json[name] == .null, "\(name)") }
        #expect(try JSONCoding.decode(Everything.self, from: json) == value)
        let without = JSON.object(members.filter { !names.contains($0.name) })
        #expect(try JSONCoding.decode(Everything.self, from: without) == value)
    }

    @Test("Members in any order, with unknown ones between")
    func anyOrder() throws {
        let members = try #require(try JSONReader.read(Array(fullText.utf8)).object)
        let more = members.reversed().flatMap { [$0, JSONMember(name: "new-\($0.name)", value: [1])] }
        #expect(try JSONCoding.decode(Everything.self, from: .object(more)) == full)
        let sorted = members.sorted { $0.name < $1.name }
        #expect(try JSONCoding.decode(Everything.self, from: .object(sorted)) == full)
    }

    @Test("Values at the top", arguments: ["null", "[]", "{\"a\":[1.50,\"x\"]}", "1e5", "\"\""])
    func top(_ text: String) throws {
        #expect(try encoded(decoded(JSON.self, text)) == text)
        #expect(try encoded(Empty()) == "{}")
        #expect(try encoded(Int?.none) == "null")
        #expect(try encoded("a") == "\"a\"")
        #expect(try encoded([UInt8.max]) == "[255]")
    }

    @Test(
        "Only integers that fit are integers",
        arguments: [
            (#"1.5"#, .typeMismatch), ("1.0", .typeMismatch), ("1e2", .typeMismatch),
            ("\"1\"", .typeMismatch), ("true", .typeMismatch), ("[1]", .typeMismatch), ("{}", .typeMismatch),
            ("null", .typeMismatch), ("256", .outOfRange), ("-1", .outOfRange),
            ("9223372036854775808", .outOfRange), ("99999999999999999999999999", .outOfRange),
        ] as [(String, JSONError.Kind)])
    func integers(_ text: String, kind: JSONError.Kind) {
        struct Box: Codable { var n: UInt8 }
        let error = failure(Box.self, "{\"n\":\(text)}")
        #expect(error?.kind == kind)
        #expect(error?.field == "n")
        #expect(failure([UInt8].self, "[0,\(text)]")?.path == ["1"])
        #expect(failure(UInt8.self, text)?.kind == kind)
    }

    @Test("Only true and false are Booleans", arguments: ["0", "1", "\"true\"", "null", "[]", "\"\""])
    func booleans(_ text: String) {
        struct Box: Codable { var b: Bool }
        #expect(failure(Box.self, "{\"b\":\(text)}")?.kind == .typeMismatch)
        #expect(failure(Box.self, "{}")?.kind == .missing)
    }

    @Test(
        "A wrong optional is an error, not nil",
        arguments: [
            ("maybeText", 7), ("maybeFlag", 0), ("maybeInt", "1"), ("maybeWide", [1]), ("maybeByte", 256),
            ("maybeRatio", "0.5"), ("maybeOrder", "oldest"), ("maybeList", [:]),
        ] as [(String, JSON)])
    func wrongOptionals(_ name: String, value: JSON) throws {
        let members = try #require(try JSONReader.read(Array(fullText.utf8)).object)
        let wrong = members.map { $0.name == name ? JSONMember(name: name, value: value) : $0 }
        let error = #expect(throws: JSONError.self) {
            try JSONCoding.decode(Everything.self, from: .object(wrong))
        }
        #expect(error?.field == name)
    }

    @Test("Errors name the outermost member and keep the way to the wrong one")
    func paths() {
        struct Author: Codable { var id: Int, name: String }
        struct Post: Codable { var authors: [Author], author: Author, at: Timestamp?, order: Order? }
        let good = #""author":{"id":1,"name":"a"}"#
        let cases: [(String, [String])] = [
            ("{\"authors\":[],\"author\":{\"id\":1}}", ["author", "name"]),
            (
                "{\"authors\":[{\"id\":1,\"name\":\"a\"},{\"id\":\"1\",\"name\":\"a\"}],\(good)}",
                ["authors", "1", "id"]
            ),
            ("{\"authors\":[7],\(good)}", ["authors", "0"]), ("{\"authors\":{},\(good)}", ["authors"]),
            ("{\(good)}", ["authors"]), ("{\"authors\":[],\"author\":null}", ["author"]),
            ("{\"authors\":[],\(good),\"at\":\"yesterday\"}", ["at"]),
            ("{\"authors\":[],\(good),\"order\":\"oldest\"}", ["order"]), ("[]", []), ("null", []),
        ]
        for (text, path) in cases {
            let error = failure(Post.self, text)
            #expect(error?.path == path, "\(text)")
            #expect(error?.field == path.first)
        }
    }

    @Test("Rules of a type's own keep their words")
    func ownRules() {
        struct Digits: Codable {
            init(from decoder: any Decoder) throws { throw JSONError.invalid("must be digits") }
        }
        struct Refusing: Codable {
            init(from decoder: any Decoder) throws { throw Refusal.invalid("x", "must be even") }
        }
        struct Box<Value: Codable>: Codable { var id: Value }
        #expect(
            failure(Box<Digits>.self, #"{"id":1}"#) == JSONError(.invalid, "must be digits", path: ["id"]))
        #expect(
            failure(Box<Refusing>.self, #"{"id":1}"#) == JSONError(.invalid, "must be even", path: ["id"]))
        let unknown = failure(Box<Order>.self, #"{"id":"x"}"#)
        #expect(unknown == JSONError(.invalid, "has a value that is not allowed", path: ["id"]))
    }

    @Test("Errors become refusals")
    func refusals() throws {
        let wrong = Refusal(JSONError(.typeMismatch, "must be a string", path: ["post", "body"]))
        #expect(wrong == Refusal.invalid("post", "post.body must be a string."))
        let notJSON = try #require(failure(JSON.self, "[1"))
        #expect(Refusal(notJSON).reason == .parseError)
        #expect(Refusal(notJSON).message == "The frame is not valid JSON: it ends too early (at byte 2).")
    }

    @Test("What JSON cannot say is an error")
    func unencodable() {
        struct Box: Codable { var list: [Double] }
        let error = #expect(throws: JSONError.self) { try encoded(Box(list: [1, .infinity])) }
        #expect(error?.kind == .unencodable)
        #expect(error?.field == "list")
    }

    @Test("Hand-written containers: nested, and one object written by two types")
    func containers() throws {
        struct Shape: Codable, Equatable {
            enum Keys: String, CodingKey { case inner, list, after, extra }
            struct Extra: Codable, Equatable { var extra: Int }
            var a: Int, b: [Int], extra: Extra

            init(a: Int, b: [Int], extra: Extra) { (self.a, self.b, self.extra) = (a, b, extra) }
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                a = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner).decode(
                    Int.self, forKey: .after)
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                b = []
                while !list.isAtEnd { b.append(try list.decode(Int.self)) }
                extra = try Extra(from: decoder)
            }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                var inner = container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
                try inner.encode(a, forKey: .after)
                var list = container.nestedUnkeyedContainer(forKey: .list)
                for element in b { try list.encode(element) }
                try container.encode(true, forKey: .after)
                try extra.encode(to: encoder)
            }
        }
        let shape = Shape(a: 1, b: [2, 3], extra: .init(extra: 4))
        let text = #"{"inner":{"after":1},"list":[2,3],"after":true,"extra":4}"#
        #expect(try encoded(shape) == text)
        #expect(try encoded([shape, shape]) == "[\(text),\(text)]")
        #expect(try decoded(Shape.self, text) == shape)
    }

    @Test("Encoding into a writer goes on where it stands")
    func intoWriter() throws {
        var writer = JSONWriter()
        writer.beginArray()
        writer.write(1)
        try JSONCoding.encode(Empty(), into: &writer)
        try JSONCoding.encode(["a": Order.newest], into: &writer)
        writer.endArray()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"[1,{},{"a":"newest"}]"#)
    }
}
