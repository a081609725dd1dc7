internal import Glibc

/// A range of addresses, such as `10.0.0.0/8` or `fd00::/8`; a lone address is a range of one.
public struct Network: Sendable, Equatable {
    private let bytes: [UInt8]
    private let prefix: Int

    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let first = parts.first, let bytes = Network.bytes(of: String(first)) else {
            return nil
        }
        var prefix = bytes.count * 8
        if parts.count == 2 {
            guard let given = Int(parts[1]), given >= 0, given <= prefix else { return nil }
            prefix = given
        }
        self.bytes = bytes
        self.prefix = prefix
    }

    func contains(_ address: String) -> Bool {
        guard let other = Network.bytes(of: address), other.count == bytes.count else { return false }
        return (0..<prefix).allSatisfy { bit in
            (bytes[bit / 8] ^ other[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0
        }
    }

    /// What limits count by: an IPv4 address, or the /64 that an IPv6 address lies in, in one spelling.
    static func household(of address: String) -> String {
        guard let bytes = bytes(of: address) else { return address }
        if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
        return stride(from: 0, to: 8, by: 2).map { at in
            String(Int(bytes[at]) << 8 | Int(bytes[at + 1]), radix: 16)
        }.joined(separator: ":") + "::/64"
    }

    /// An address's bytes, 4 or 16; an IPv4 one in IPv6 clothes is an IPv4 one.
    ///
    /// Nil for what is no address.
    static func bytes(of address: String) -> [UInt8]? {
        var four = in_addr()
        if inet_pton(AF_INET, address, &four) == 1 {
            return withUnsafeBytes(of: &four) { Array($0) }
        }
        var sixteen = in6_addr()
        guard inet_pton(AF_INET6, address, &sixteen) == 1 else { return nil }
        let bytes = withUnsafeBytes(of: &sixteen) { Array($0) }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes[12...]) : bytes
    }
}
