/// How a connection waits for its socket; the server hands in its event loop.
///
/// `Postgres` knows no loop of its own. All calls, in both directions, are made on the loop's thread.
public protocol DescriptorWatcher: AnyObject {
    /// Watches until cancelled; never closes the descriptor, which stays open for as long as it is watched.
    ///
    /// Watches for nothing until ``DescriptorWatch/wants(readable:writable:)``. `ready` is level-triggered: what was
    /// not read or written is reported again. An error or a hang-up counts as readable. `ready` may cancel its own
    /// watch, and is never called from inside `watch`, `wants` or `cancel`.
    func watch(
        _ descriptor: Int32, ready: @escaping (_ readable: Bool, _ writable: Bool) -> Void
    ) -> any DescriptorWatch
}

/// One watched descriptor.
public protocol DescriptorWatch: AnyObject {
    /// Replaces what is waited for.
    func wants(readable: Bool, writable: Bool)

    /// Ends the watch at once: `ready` is not called again, and the descriptor may be closed by its owner.
    func cancel()
}
