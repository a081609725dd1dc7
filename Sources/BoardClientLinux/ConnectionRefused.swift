/// No connection came about.
public struct ConnectionRefused: Error, Sendable, Equatable {
    /// The server's HTTP status, 401 for a dead token; nil where there was no answer.
    public var status: Int?
    public var message: String

    public init(status: Int?, message: String) {
        self.status = status
        self.message = message
    }
}
