import Synchronization

/// Names that no other question uses.
enum Fresh {
    private static let count = Atomic<Int>(0)

    static func name() -> String { "somebody\(count.add(1, ordering: .relaxed).newValue)" }
}
