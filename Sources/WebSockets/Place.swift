/// A place among a group's connections that are no WebSockets; given back when it is let go.
final class Place {
    private weak var listener: Listener?
    private let group: String

    init(of group: String, in listener: Listener) {
        self.group = group
        self.listener = listener
        listener.others[group, default: 0] += 1
    }

    deinit {
        guard let listener, let count = listener.others[group] else { return }
        listener.others[group] = count > 1 ? count - 1 : nil
    }
}
