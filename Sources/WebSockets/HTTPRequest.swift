/// A plain HTTP request with all of its body.
public struct HTTPRequest: Sendable {
    public var head: RequestHead
    public var body: [UInt8]
}
