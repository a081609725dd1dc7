/// Where a listener listens, what it expects, and where its limits are.
public struct ListenerOptions: Sendable {
    public var host = "127.0.0.1"
    /// 0 takes a free one; see ``Listener/port``.
    public var port = 0
    /// Lets listeners of other loops take the same port; the system deals out the connections.
    public var sharesPort = false
    /// The path of WebSockets.
    public var path = "/ws"
    /// Echoed to those who offer it; those who offer only others are refused.
    public var subprotocol = "keijiban.v1"
    /// A longer message closes its connection with 1009.
    public var maxMessageBytes = 65_536
    /// A longer head is answered with 431.
    ///
    /// At most 16,384 without other changes.
    public var maxHeaderBytes = 16_384
    /// A longer HTTP body is answered with 413.
    public var maxBodyBytes = 1_048_576
    /// How long a body may take; a long one has more, by a second for each 16 KiB.
    public var bodyPatienceS = 30
    /// After this long without a word, a WebSocket is pinged.
    public var pingAfterS = 25
    /// After this long without a word, a WebSocket is cut.
    public var dropAfterS = 60
    /// How many connections may be waiting for the rest of their head, or for admission.
    public var maxWaiting = 4_096
    /// How many connections there may be in all; beyond them 503, or nothing where there is no time to say so.
    public var maxConnections = Int.max
    /// How many connections that are no WebSockets there may be of one group; beyond them 429.
    ///
    /// See ``Listener/groupOf``.
    public var maxOthersOfGroup = 100
    /// PEM files.
    ///
    /// With both, the listener speaks TLS only.
    public var tlsCertificate: String?
    public var tlsKey: String?

    public init() {}

    var isSecure: Bool { tlsCertificate != nil && tlsKey != nil }
}
