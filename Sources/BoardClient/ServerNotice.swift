public import BoardProtocol

/// What the server tells by itself, in the order in which it came.
public enum ServerNotice: Sendable, Equatable {
    case hello(Hello)
    case countsChanged(CountsChanged)
    case threadChanged(ThreadChanged)
    case blockChanged(BlockChanged)
    case postLiked(PostLiked)
    case accountChanged(AccountChanged)
    case threadRead(ThreadRead)
    case announcement(Announcement)
    /// Of a newer server, or not as this client knows it.
    case other(method: String, params: JSON)
    /// The server could not make out a frame, nor whose answer this is.
    case refused(Refusal)
    /// Nobody took the notices in time: those before this one are gone. Join, watch and list anew.
    case missed

    init(method: String, params: JSON) {
        self = ServerNotice.known[method]?(params) ?? .other(method: method, params: params)
    }

    /// One line for each notification; nil where the parameters are not what the type expects.
    private static let known: [String: @Sendable (JSON) -> ServerNotice?] = [
        Hello.method: { read($0, ServerNotice.hello) },
        CountsChanged.method: { read($0, ServerNotice.countsChanged) },
        ThreadChanged.method: { read($0, ServerNotice.threadChanged) },
        BlockChanged.method: { read($0, ServerNotice.blockChanged) },
        PostLiked.method: { read($0, ServerNotice.postLiked) },
        AccountChanged.method: { read($0, ServerNotice.accountChanged) },
        ThreadRead.method: { read($0, ServerNotice.threadRead) },
        Announcement.method: { read($0, ServerNotice.announcement) },
    ]

    private static func read<Notice: BoardNotice>(
        _ params: JSON, _ make: (Notice) -> ServerNotice
    ) -> ServerNotice? {
        (try? JSONCoding.decode(Notice.self, from: params)).map(make)
    }
}
