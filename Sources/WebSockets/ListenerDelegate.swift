/// Whether a WebSocket may be opened.
public enum Admission {
    /// Yes; what is handed over comes back when the socket is open.
    case accept(AnyObject?)
    /// No, and this is the HTTP answer. Where the upgrade has already happened (over TLS, or later on
    /// a connection that began with HTTP) the status decides the close code: 401 and 403 close with
    /// 4001, all others with 1013.
    case refuse(HTTPReply)
}

/// What a listener asks and tells, on the loop's thread.
public protocol ListenerDelegate: AnyObject {
    /// May this client have a WebSocket? Answer now or later, exactly once.
    func listener(_ listener: Listener, admits head: RequestHead, decide: @escaping (Admission) -> Void)
    /// A socket is open: set its delegate here. `admitted` is what ``Admission/accept(_:)`` handed over.
    func listener(_ listener: Listener, opened socket: WebSocket, head: RequestHead, admitted: AnyObject?)
    /// A plain HTTP request. Answer now or later, once; an answer to a client that has gone is dropped.
    func listener(
        _ listener: Listener, requested request: HTTPRequest, respond: @escaping (HTTPReply) -> Void)
    /// A request was answered with HTTP, also by the listener itself; the path is empty where none could be read.
    func listener(_ listener: Listener, answered path: String, with status: Int)
    /// A connection was let go at once: there are too many, of its group or in all.
    func listener(_ listener: Listener, turnedAway peer: String)
}

extension ListenerDelegate {
    public func listener(_ listener: Listener, turnedAway peer: String) {}
    public func listener(_ listener: Listener, answered path: String, with status: Int) {}
}
