import BoardCore
import BoardProtocol

/// Whoever a request is carried out for: as whom, and what its outcome changes about that.
///
/// Conformers: ``Session``, a WebSocket with many requests, and ``Visitor``, one request of plain HTTP.
protocol Caller: AnyObject {
    /// Whose writes keep their order; no other caller has it.
    var id: UInt64 { get }
    var viewer: Viewer { get }
    /// What its subscriptions hang on; nil where nothing can be told live.
    var listener: Subscriber? { get }
    func signIn(_ member: MemberState)
    func signOut()
    func move(to session: SessionID)
}
