import BoardProtocol
import Testing

@Suite("Random JSON")
struct JSONFuzzTests {
    private let seed = UInt64.random(in: 0...UInt64.max)

    @Test("Random bytes are read or refused, and what is read comes back the same")
    func randomBytes() throws {
        var source = SeededSource(seed: seed)
        let alphabet =
            Array("{}[]\",:\\u0123456789abcdefDd-+.eE truefalsn\u{E9}\u{1F600}\n".utf8) + [
                0, 0x80, 0xC3, 0xED, 0xFF,
            ]
        for _ in 0..<20_000 {
            let length = Int.random(in: 0..<24, using: &source)
            let bytes = (0..<length).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &source)] }
            if let value = try? JSONReader.read(bytes) {
                #expect(try JSONReader.read(value.bytes) == value, "seed \(seed): \(bytes)")
            }
            _ = Incoming.read(bytes)
            _ = try? IncomingMessage.read(bytes)
        }
    }

    @Test("Random values are written, read and coded without a change")
    func roundTrips() throws {
        var source = SeededSource(seed: seed)
        for _ in 0..<300 {
            let value = source.json(depth: 4)
            let bytes = value.bytes
            #expect(try JSONReader.read(bytes) == value, "seed \(seed)")
            #expect(try JSONCoding.encode(value) == bytes, "seed \(seed)")
            #expect(try JSONCoding.decode(JSON.self, from: bytes) == value, "seed \(seed)")
        }
    }

    @Test("A text with one byte changed never crashes, and is never repaired")
    func mutations() throws {
        var source = SeededSource(seed: seed)
        for _ in 0..<2000 {
            var bytes = JSON.array([source.json(depth: 3)]).bytes
            bytes[Int.random(in: 0..<bytes.count, using: &source)] = .random(in: 0...255, using: &source)
            guard let value = try? JSONReader.read(bytes) else { continue }
            #expect(try JSONReader.read(value.bytes) == value, "seed \(seed)")
        }
    }

    @Test("A text cut off anywhere is refused")
    func truncation() throws {
        var source = SeededSource(seed: seed)
        for _ in 0..<60 {
            let bytes = JSON.object([JSONMember(name: "é\n", value: source.json(depth: 2))]).bytes
            for length in 0..<bytes.count where (try? JSONReader.read(bytes[..<length])) != nil {
                Issue.record("seed \(seed): read \(length) of \(bytes.count) bytes")
            }
        }
    }

    @Test("A frame cut off anywhere is a parse error")
    func truncatedFrame() {
        let frame = Array(
            #"{"jsonrpc":"2.0","id":7,"method":"post.create","params":{"threadId":"1","body":"a\ud83d\ude00é\n","n":[-1.5e+3,true,null]}}"#
                .utf8)
        for length in 0..<frame.count {
            guard case .bad(nil, let refusal) = Incoming.read(Array(frame[..<length])) else {
                Issue.record("read \(length) bytes")
                continue
            }
            #expect(refusal.reason == .parseError)
        }
    }
}

/// SplitMix64: a random test that failed is run again with the seed it printed.
private struct SeededSource: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func json(depth: Int) -> JSON {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &self) {
        case 0: return .null
        case 1: return .bool(.random(using: &self))
        case 2: return .number(JSONNumber(Int64.random(in: .min ... .max, using: &self)))
        case 3: return JSONNumber(Double(bitPattern: next())).map(JSON.number) ?? .null
        case 4: return .string(text())
        case 5: return .array((0..<Int.random(in: 0..<6, using: &self)).map { _ in json(depth: depth - 1) })
        default:
            let count = Int.random(in: 0..<24, using: &self)
            return .object(
                (0..<count).map { JSONMember(name: "\($0)" + text(), value: json(depth: depth - 2)) })
        }
    }

    private mutating func text() -> String {
        let highest: [UInt32] = [0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<20, using: &self) {
            let value = UInt32.random(in: 0...highest[Int.random(in: 0..<4, using: &self)], using: &self)
            if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
        return String(text)
    }
}
