/// The notices that nobody has taken yet, held to a fixed number.
///
/// A full queue forgets what it holds and says so with ``ServerNotice/missed``: whoever reads so late
/// has to join and watch anew, and then the old notices are of no use.
struct NoticeQueue {
    private let limit: Int
    private var notices: [ServerNotice] = []
    /// Where the next one is; what lies before it has been taken.
    private var head = 0

    init(limit: Int) { self.limit = limit }

    mutating func append(_ notice: ServerNotice) {
        if notices.count - head >= limit {
            notices = [.missed]
            head = 0
        }
        notices.append(notice)
    }

    mutating func removeFirst() -> ServerNotice? {
        guard head < notices.count else { return nil }
        let notice = notices[head]
        head += 1
        if head == notices.count || head == 256 {
            notices.removeFirst(head)
            head = 0
        }
        return notice
    }
}
