/// Runs one admin command: a line, or the list of its words.
public struct RunCommand: BoardRequest {
    public static let method = "admin.run"
    public var command: String?
    public var args: [String]?

    public struct Reply: Codable, Sendable, Equatable {
        public var text: String
        public var data: JSON

        public init(text: String, data: JSON) {
            self.text = text
            self.data = data
        }
    }

    public init(command: String? = nil, args: [String]? = nil) {
        self.command = command
        self.args = args
    }
}
