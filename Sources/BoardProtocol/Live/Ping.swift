/// The server's clock.
public struct Ping: BoardRequest {
    public static let method = "ping"

    public struct Reply: Codable, Sendable, Equatable {
        public var time: Timestamp

        public init(time: Timestamp) {
            self.time = time
        }
    }

    public init() {}
}
