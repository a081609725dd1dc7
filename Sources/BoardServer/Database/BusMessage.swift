import BoardProtocol

/// What a notification between processes says: ids and numbers only, a hint to look.
struct BusMessage: Equatable {
    /// Which process wrote; `-` where the statement itself told.
    var origin: String
    var threads: [(id: ThreadID, seq: Int64)] = []
    var accounts: [AccountID] = []
    var renewsEpoch = false

    /// Reads `origin t12:5 t13:7 a4 e`; words that a newer version added are passed over.
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
            case "e":
                renewsEpoch = true
            default:
                continue
            }
        }
    }

    static func == (a: BusMessage, b: BusMessage) -> Bool {
        a.origin == b.origin && a.accounts == b.accounts && a.renewsEpoch == b.renewsEpoch
            && a.threads.elementsEqual(b.threads, by: ==)
    }
}
