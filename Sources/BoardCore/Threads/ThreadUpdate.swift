import BoardProtocol
import BoardSQL

/// What is to change of a thread itself; nil stays as it is.
struct ThreadUpdate {
    var title: String?
    /// The outer nil stays, the inner one takes the thread out of its category.
    var category: String??
    var locked: Bool?
    var pinned: Bool?

    /// - Parameter command: the admin command it is done by; nil for the author's own wish.
    func call(on thread: ThreadID, by viewer: Viewer, command: String?, why: String?) -> Call {
        Call(
            .threadUpdate, holding: .thread(thread), viewer.value, .int(thread.rawValue), .optional(command),
            .optional(title), .bool(category != nil), .optional(category ?? nil),
            locked.map(Value.bool) ?? .null, pinned.map(Value.bool) ?? .null, .optional(why),
            .text(TextRules.folded(title)))
    }
}
