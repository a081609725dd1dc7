import BoardProtocol

/// What a live message is about, for counting them.
enum LiveKind: Int, CaseIterable {
    case threadChanged, countsChanged, blockChanged, accountChanged, postLiked, threadRead, announcement

    var name: String {
        switch self {
        case .threadChanged: ThreadChanged.method
        case .countsChanged: CountsChanged.method
        case .blockChanged: BlockChanged.method
        case .accountChanged: AccountChanged.method
        case .postLiked: PostLiked.method
        case .threadRead: ThreadRead.method
        case .announcement: Announcement.method
        }
    }
}
