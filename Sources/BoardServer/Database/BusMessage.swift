import BoardProtocol

/// What a notification between processes says: ids and numbers only, a hint to look.
struct BusMessage: Equatable {
    /// Which process wrote; `-` where the statement itself told.
    var origin: String
    var threads: [(id: ThreadID, seq: Int64)] = []
    var accounts: [AccountID] = []
    var likes: [Like] = []
    var reads: [Read] = []
    /// Announcements, by their audit entries.
    var notices: [Int64] = []
    /// Questions who is here: the request, and the thread that is meant, if one is.
    var questions: [Question] = []
    /// Reads that another process let an account or address make.
    var turns: [Counted] = []
    /// Connections that an address has at another process.
    var crowds: [Counted] = []
    var renewsEpoch = false

    struct Counted: Equatable {
        var count: Int64
        var key: String

        init?(_ text: Substring) {
            let parts = text.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, let count = Int64(parts[0]) else { return nil }
            (self.count, key) = (count, String(parts[1]))
        }
    }

    /// A member read further: for the member's other connections.
    struct Read: Equatable {
        var member: AccountID
        var notice: ThreadRead

        init?(_ text: Substring) {
            let parts = text.split(separator: ":").map { Int64($0) ?? -1 }
            guard parts.count == 4, parts.allSatisfy({ $0 >= 0 }) else { return nil }
            member = AccountID(rawValue: parts[0])
            notice = ThreadRead(threadId: ThreadID(rawValue: parts[1]), seq: parts[2], unread: parts[3])
        }
    }

    struct Question: Equatable {
        var request: Int64
        var thread: ThreadID?

        init?(_ text: Substring) {
            let parts = text.split(separator: ":").map { Int64($0) ?? -1 }
            guard parts.count == 2, parts.allSatisfy({ $0 >= 0 }) else { return nil }
            request = parts[0]
            thread = parts[1] == 0 ? nil : ThreadID(rawValue: parts[1])
        }
    }

    /// A member liked a post, or withdrew it: for the member's other connections.
    struct Like: Equatable {
        var member: AccountID
        var post: PostID
        var thread: ThreadID
        var liked: Bool

        init?(_ text: Substring) {
            let parts = text.split(separator: ":").map(String.init)
            guard parts.count == 4, let member = AccountID(parts[0]), let post = PostID(parts[1]),
                let thread = ThreadID(parts[2])
            else { return nil }
            (self.member, self.post, self.thread, liked) = (member, post, thread, parts[3] == "1")
        }
    }

    /// Reads `origin t12:5 t13:7 a4 l4:9:12:1 r4:12:5:0 n3 w8:12 q25:account/4 c30:10.0.0.1 e`; words that a newer version added are passed over.
    init(_ payload: String) {
        let words = payload.split(separator: " ")
        origin = words.first.map(String.init) ?? ""
        for word in words.dropFirst() {
            switch word.first {
            case "t":
                let parts = word.dropFirst().split(separator: ":")
                guard parts.count == 2, let id = ThreadID(String(parts[0])), let seq = Int64(parts[1]) else {
                    continue
                }
                threads.append((id, seq))
            case "a":
                if let id = AccountID(String(word.dropFirst())) { accounts.append(id) }
            case "l":
                if let like = Like(word.dropFirst()) { likes.append(like) }
            case "r":
                if let read = Read(word.dropFirst()) { reads.append(read) }
            case "n":
                if let id = Int64(word.dropFirst()) { notices.append(id) }
            case "q":
                if let turns = Counted(word.dropFirst()) { self.turns.append(turns) }
            case "c":
                if let crowd = Counted(word.dropFirst()) { crowds.append(crowd) }
            case "w":
                if let question = Question(word.dropFirst()) { questions.append(question) }
            case "e":
                renewsEpoch = true
            default:
                continue
            }
        }
    }

    static func == (a: BusMessage, b: BusMessage) -> Bool {
        a.origin == b.origin && a.accounts == b.accounts && a.likes == b.likes
            && a.renewsEpoch == b.renewsEpoch && a.reads == b.reads && a.notices == b.notices
            && a.questions == b.questions && a.turns == b.turns && a.crowds == b.crowds
            && a.threads.elementsEqual(b.threads, by: ==)
    }
}
