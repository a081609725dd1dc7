/// Reads one JSON value strictly by RFC 8259, and refuses what readers disagree about.
///
/// Beyond the grammar: the input is one value and nothing after it, in valid UTF-8 without a byte order
/// mark. An object with the same member twice is refused (names are compared once unescaped, scalar by
/// scalar), and so are lone surrogates and arrays and objects nested deeper than the limit.
public struct JSONReader {
    let bytes: [UInt8]
    var position = 0
    private let maxDepth: Int
    /// What a lone surrogate is read as; nil refuses it.
    let loneSurrogate: Unicode.Scalar?

    private init(_ bytes: [UInt8], maxDepth: Int, loneSurrogate: Unicode.Scalar? = nil) {
        self.bytes = bytes
        self.maxDepth = maxDepth
        self.loneSurrogate = loneSurrogate
    }

    /// The value that `bytes` hold; `maxDepth` is how many arrays and objects may lie in one another.
    public static func read(_ bytes: [UInt8], maxDepth: Int = 32) throws(JSONError) -> JSON {
        var reader = JSONReader(bytes, maxDepth: maxDepth)
        return try reader.whole()
    }

    /// The value, with each lone surrogate read as a mark: to say where it stands.
    static func read(_ bytes: [UInt8], marking mark: Unicode.Scalar) throws(JSONError) -> JSON {
        var reader = JSONReader(bytes, maxDepth: 32, loneSurrogate: mark)
        return try reader.whole()
    }

    private mutating func whole() throws(JSONError) -> JSON {
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard position == bytes.count else {
            throw syntax("there is something after the value")
        }
        return value
    }

    public static func read(
        _ bytes: some Collection<UInt8>, maxDepth: Int = 32
    ) throws(JSONError) -> JSON {
        try read(Array(bytes), maxDepth: maxDepth)
    }

    // MARK: Values

    private mutating func value(depth: Int) throws(JSONError) -> JSON {
        switch current {
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "{"):
            return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["):
            return .array(try array(depth: depth + 1))
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            return .number(try number())
        case UInt8(ascii: "t"):
            try word("true")
            return .bool(true)
        case UInt8(ascii: "f"):
            try word("false")
            return .bool(false)
        case UInt8(ascii: "n"):
            try word("null")
            return .null
        default:
            throw syntax("a value is missing")
        }
    }

    private mutating func object(depth: Int) throws(JSONError) -> [JSONMember] {
        try enter(depth)
        if current == UInt8(ascii: "}") {
            position += 1
            return []
        }
        var members: [JSONMember] = []
        members.reserveCapacity(4)
        var names = NameSet()
        while true {
            let start = position
            guard current == UInt8(ascii: "\"") else { throw syntax("a member's name is missing") }
            let name = try string()
            guard names.insert(name, after: members) else {
                throw JSONError(.duplicateMember, "a member is there twice", offset: start)
            }
            skipSpace()
            guard current == UInt8(ascii: ":") else { throw syntax("a colon is missing") }
            position += 1
            skipSpace()
            members.append(JSONMember(name: name, value: try value(depth: depth)))
            guard try another(before: UInt8(ascii: "}")) else { return members }
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> [JSON] {
        try enter(depth)
        if current == UInt8(ascii: "]") {
            position += 1
            return []
        }
        var elements: [JSON] = []
        while true {
            elements.append(try value(depth: depth))
            guard try another(before: UInt8(ascii: "]")) else { return elements }
        }
    }

    /// Steps over the opening bracket.
    private mutating func enter(_ depth: Int) throws(JSONError) {
        guard depth <= maxDepth else {
            throw JSONError(.tooDeep, "it is nested too deeply", offset: position)
        }
        position += 1
        skipSpace()
    }

    /// Steps over a comma (then one more must follow) or the closing bracket.
    private mutating func another(before end: UInt8) throws(JSONError) -> Bool {
        skipSpace()
        let byte = current
        guard byte == UInt8(ascii: ",") || byte == end else {
            throw syntax("a comma or closing bracket is missing")
        }
        position += 1
        guard byte != end else { return false }
        skipSpace()
        return true
    }

    private mutating func word(_ word: StaticString) throws(JSONError) {
        for letter in word.description.utf8 {
            guard current == letter else { throw syntax("a word is none of true, false and null") }
            position += 1
        }
    }

    private mutating func number() throws(JSONError) -> JSONNumber {
        let start = position
        if current == UInt8(ascii: "-") { position += 1 }
        if current == UInt8(ascii: "0") {
            position += 1
        } else {
            try digits()
        }
        if current == UInt8(ascii: ".") {
            position += 1
            try digits()
        }
        if current | 0x20 == UInt8(ascii: "e") {
            position += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { position += 1 }
            try digits()
        }
        return JSONNumber(checked: String(decoding: bytes[start..<position], as: UTF8.self))
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while current &- UInt8(ascii: "0") < 10 { position += 1 }
        guard position > start else { throw syntax("a digit is missing") }
    }

    // MARK: Bytes

    /// The next byte; at the end 0, which is no part of any JSON text.
    var current: UInt8 {
        @inline(__always) get { position < bytes.count ? bytes[position] : 0 }
    }

    private mutating func skipSpace() {
        while true {
            switch current {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    func syntax(_ message: String) -> JSONError {
        JSONError(.syntax, position < bytes.count ? message : "it ends too early", offset: position)
    }
}

/// The names that an object has so far: few are compared one by one, many are hashed.
///
/// Most names differ in length or first byte, which a 64-bit filter sees without comparing.
private struct NameSet {
    private struct Name: Hashable {
        var text: String
        static func == (a: Name, b: Name) -> Bool { a.text.hasSameBytes(as: b.text) }
    }

    private var filter: UInt64 = 0
    private var many: Set<Name> = []

    /// False where `name` is that of one of the `members`, which are all that were inserted before.
    mutating func insert(_ name: String, after members: [JSONMember]) -> Bool {
        guard members.count < 16 else { return insertHashed(name, after: members) }
        let bit = UInt64(1) << UInt64((Int(name.utf8.first ?? 0) &* 7 &+ name.utf8.count &* 11) & 63)
        guard filter & bit != 0 else {
            filter |= bit
            return true
        }
        return !members.contains { $0.name.hasSameBytes(as: name) }
    }

    private mutating func insertHashed(_ name: String, after members: [JSONMember]) -> Bool {
        if many.isEmpty {
            for member in members { many.insert(Name(text: member.name)) }
        }
        return many.insert(Name(text: name)).inserted
    }
}
