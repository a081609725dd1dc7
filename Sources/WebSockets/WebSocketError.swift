internal import CWebSockets

/// A libwebsockets, libuv or system call that failed: what was tried, and why it did not work.
public struct WebSocketError: Error, CustomStringConvertible {
    public let message: String

    init(_ message: String) {
        self.message = message
    }

    /// A failed system call, in the system's own words.
    init(_ attempt: String, errno code: Int32) {
        message = "\(attempt): \(String(cString: strerror(code)))"
    }

    /// A failed libuv call, which returns its code instead of setting `errno`.
    init(_ attempt: String, uv code: Int32) {
        message = "\(attempt): \(String(cString: uv_strerror(code)))"
    }

    public var description: String { message }
}
