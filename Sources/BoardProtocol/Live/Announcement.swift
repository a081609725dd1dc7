/// An admin's announcement to everybody who is connected.
public struct Announcement: BoardNotice, Equatable {
    public static let method = "notice"
    public var text: String
    public init(text: String) { self.text = text }
}
