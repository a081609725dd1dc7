public import BoardClient
public import BoardProtocol

/// For ``TestClient/next(_:where:)``: `next(\.threadChanged)`.
extension ServerNotice {
    public var hello: Hello? {
        guard case .hello(let notice) = self else { return nil }
        return notice
    }

    public var countsChanged: CountsChanged? {
        guard case .countsChanged(let notice) = self else { return nil }
        return notice
    }

    public var threadChanged: ThreadChanged? {
        guard case .threadChanged(let notice) = self else { return nil }
        return notice
    }

    public var blockChanged: BlockChanged? {
        guard case .blockChanged(let notice) = self else { return nil }
        return notice
    }

    public var postLiked: PostLiked? {
        guard case .postLiked(let notice) = self else { return nil }
        return notice
    }

    public var accountChanged: AccountChanged? {
        guard case .accountChanged(let notice) = self else { return nil }
        return notice
    }

    public var threadRead: ThreadRead? {
        guard case .threadRead(let notice) = self else { return nil }
        return notice
    }

    public var announcement: Announcement? {
        guard case .announcement(let notice) = self else { return nil }
        return notice
    }

    public var refused: Refusal? {
        guard case .refused(let refusal) = self else { return nil }
        return refusal
    }

    public var other: (method: String, params: JSON)? {
        guard case .other(let method, let params) = self else { return nil }
        return (method, params)
    }
}
