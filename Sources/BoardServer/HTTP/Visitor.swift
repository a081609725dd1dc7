import BoardCore
import BoardProtocol

/// The caller of one plain HTTP request: it comes as somebody, is answered, and is gone.
///
/// What the outcome changes about who it is concerns nobody: the next request says anew whose it is.
final class Visitor: Caller {
    let id: UInt64
    let viewer: Viewer
    let listener: Subscriber? = nil

    /// - Parameter number: different for each request.
    init(_ viewer: Viewer, number: UInt64) {
        // WebSockets count from 1 on, and will not come this far.
        id = 1 << 63 | number
        self.viewer = viewer
    }

    func signIn(_ member: MemberState) {}
    func signOut() {}
    func move(to session: SessionID) {}
}
