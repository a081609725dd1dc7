import BoardProtocol

/// A place in a list, opaque to clients: base64url of its keys and a checksum over them and the list's name.
///
/// The checksum tells a damaged cursor, and one of another list or order, from a true one. It is no secret: a cursor
/// says nothing that the page did not.
struct Cursor {
    /// The list and its order, such as `post.list/12/newest`.
    var list: String
    var keys: [String]

    init(list: String, _ keys: [String]) {
        self.list = list
        self.keys = keys
    }

    /// Reads a cursor that a page of this very list gave out.
    static func read(_ text: String, of list: String, keys count: Int) throws(Refusal) -> [String] {
        let damaged = Refusal.invalid("cursor", "This cursor is not one that this list gave out.")
        guard text.utf8.count <= 2_048, let bytes = Base64URL.decode(text) else { throw damaged }
        var keys = String(decoding: bytes, as: UTF8.self).split(
            separator: "\u{1F}", omittingEmptySubsequences: false
        )
        .map(String.init)
        guard let sum = keys.popLast(), keys.count == count, Cursor(list: list, keys).checksum == sum,
            Cursor(list: list, keys).text == text
        else { throw damaged }
        return keys
    }

    /// Reads a cursor of numbers.
    static func numbers(_ text: String, of list: String, count: Int) throws(Refusal) -> [Int64] {
        try read(text, of: list, keys: count).map { (key) throws(Refusal) -> Int64 in
            guard let number = Int64(key) else {
                throw Refusal.invalid("cursor", "This cursor is not one that this list gave out.")
            }
            return number
        }
    }

    var text: String {
        Base64URL.encode(Array((keys + [checksum]).joined(separator: "\u{1F}").utf8))
    }

    /// FNV-1a, 64 bits.
    private var checksum: String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in (list + "\u{1F}" + keys.joined(separator: "\u{1F}")).utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        return String(hash, radix: 36)
    }
}

/// Base64 with the alphabet that URLs take, without padding (RFC 4648, 5).
enum Base64URL {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var out: [UInt8] = []
        var bits = 0
        var held: UInt32 = 0
        for byte in bytes {
            held = held << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                out.append(alphabet[Int(held >> UInt32(bits)) & 63])
            }
            held &= 0xFF
        }
        if bits > 0 { out.append(alphabet[Int(held << UInt32(6 - bits)) & 63]) }
        return String(decoding: out, as: UTF8.self)
    }

    /// Nil for any other character.
    static func decode(_ text: String) -> [UInt8]? {
        var out: [UInt8] = []
        var bits = 0
        var held: UInt32 = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            held = (held << 6 | UInt32(value)) & 0xFFFF
            bits += 6
            if bits >= 8 {
                bits -= 8
                out.append(UInt8(held >> UInt32(bits) & 0xFF))
            }
        }
        return out
    }
}
