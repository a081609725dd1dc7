internal import CWebSockets

/// One text message as it goes over the wire, made once and shared by any number of receivers.
///
/// `@unchecked Sendable`: the bytes are written in `init` and never again.
public final class Frame: @unchecked Sendable {
    /// Room for libwebsockets, which by its contract may write in front of what it is given.
    private static let room = lwsx_pre
    private let memory: UnsafeMutableRawPointer
    private let headerCount: Int
    /// The message's length, without the frame's header.
    public let count: Int

    public convenience init(_ text: [UInt8]) {
        self.init(bytesOf: text)
    }

    public convenience init(_ text: some Collection<UInt8>) {
        self.init(bytesOf: text)
    }

    public convenience init(_ text: String) {
        self.init(bytesOf: text.utf8)
    }

    private init(bytesOf text: some Collection<UInt8>) {
        count = text.count
        let header = Frame.header(count)
        headerCount = header.count
        let total = Frame.room + headerCount + count
        memory = .allocate(byteCount: total, alignment: 16)
        let bytes = UnsafeMutableRawBufferPointer(start: memory, count: total)
        UnsafeMutableRawBufferPointer(rebasing: bytes[Frame.room...]).copyBytes(from: header)
        UnsafeMutableRawBufferPointer(rebasing: bytes[(Frame.room + headerCount)...]).copyBytes(from: text)
    }

    deinit {
        memory.deallocate()
    }

    /// The whole frame: an unmasked, final text frame of RFC 6455, as servers send it.
    var wire: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory + Frame.room, count: headerCount + count)
    }

    var payload: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: memory + Frame.room + headerCount, count: count)
    }

    private static func header(_ count: Int) -> [UInt8] {
        let finalText: UInt8 = 0x81
        switch count {
        case ..<126:
            return [finalText, UInt8(count)]
        case ..<65_536:
            return [finalText, 126, UInt8(count >> 8), UInt8(count & 0xFF)]
        default:
            return [finalText, 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) }
        }
    }
}
