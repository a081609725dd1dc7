/// Where a client connects to, and with what.
public struct ClientOptions: Sendable {
    public var host: String
    public var port: Int
    public var path = "/ws"
    /// Offered to the server; nil offers none.
    public var subprotocol: String? = "keijiban.v1"
    /// Sent along with the handshake, such as `Authorization`.
    public var headers: [(String, String)] = []
    /// A longer message closes the connection with 1009.
    public var maxMessageBytes = 1_048_576
    /// After this long without a word, the server is pinged.
    public var pingAfterS = 25
    /// After this long without a word, the connection is cut.
    public var dropAfterS = 60
    public var isSecure = false
    /// Takes any certificate: for trying things out.
    public var trustsAnyCertificate = false

    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }
}
