import BoardProtocol
import WebSockets

/// Bytes that many connections are sent, made once.
typealias SharedFrame = Frame

extension Outgoing {
    static func frame(_ bytes: [UInt8]) -> SharedFrame { Frame(bytes) }
}

/// The sending end of a connection, as the hub needs it.
///
/// Conformers: ``Session``, and recorders in tests.
protocol LiveConnection: AnyObject {
    var hasRoom: Bool { get }
    func send(_ frame: SharedFrame)
    func close(_ reason: CloseReason)
}

/// Why a connection is over, by the contract's close codes.
struct CloseReason: Equatable {
    var code: UInt16
    var text: String

    static let goingAway = CloseReason(code: 1001, text: "The server is going away. Reconnect in a moment.")
    static let otherHistory = CloseReason(
        code: 1001, text: "The database is another one. Reconnect and read anew.")
    static let policy = CloseReason(code: 1008, text: "Too many connections from this address.")
    static let overloaded = CloseReason(code: 1013, text: "Too slow to follow. Reconnect and read anew.")
    static let sessionEnded = CloseReason(code: 4001, text: "The session has ended. Log in again.")
}
