import BoardCore
import BoardProtocol

/// How many live posts of a thread are by authors whom somebody present blocks: what hidden counts are sums of.
///
/// An author's count is read once, and each change brings the new one of its post's author. So the sums are right as long
/// as no change was missed since that reading: `seq` says up to where that is so.
struct AuthorTallies {
    private var authors: [AccountID: (posts: Int64, seq: Int64)] = [:]
    /// Members whose blocked authors are all in `authors`, and from which number on they are.
    private var knownSince: [AccountID: Int64] = [:]
    private var readings = 0
    /// Every change up to here was taken, or is part of all that was read.
    private(set) var seq: Int64 = 0
    /// What was read of a time before this number cannot be brought up any more.
    private var lostUpTo: Int64 = 0

    /// Somebody's hidden count is made of these, or will be.
    var areNeeded: Bool { readings > 0 || !knownSince.isEmpty }

    func isKnown(to member: AccountID) -> Bool { knownSince[member] != nil }

    // MARK: Changes

    /// Takes a change; one that does not follow the last leaves a hole, until what was missed is taken.
    mutating func take(_ change: Change) {
        if let tally = change.tally { take(tally, at: change.seq) }
        if change.seq == seq + 1 { seq = change.seq }
    }

    /// Takes the new counts of all whose posts changed between a number up to which all was known and this one.
    mutating func take(_ changed: [AuthorPosts], upTo seq: Int64) {
        for tally in changed { take(tally, at: seq) }
        reach(seq)
    }

    /// Every change up to here was taken.
    mutating func reach(_ seq: Int64) { self.seq = max(self.seq, seq) }

    /// Whose posts changed up to here is not known, or not all of it: what was read before is of no use.
    mutating func lose(upTo seq: Int64) {
        knownSince = knownSince.filter { $0.value >= seq }
        lostUpTo = max(lostUpTo, seq)
        reach(seq)
    }

    private mutating func take(_ tally: AuthorPosts, at seq: Int64) {
        guard let known = authors[tally.author], known.seq <= seq else { return }
        authors[tally.author] = (tally.count, seq)
    }

    // MARK: Readings

    /// These authors are about to be read: what changes of them meanwhile counts too.
    mutating func beginReading(_ authors: [AccountID]) {
        readings += 1
        for author in authors where self.authors[author] == nil { self.authors[author] = (0, -1) }
    }

    /// Takes what was read, as it was at a number.
    ///
    /// - Parameter member: who blocks these authors; nil when it is not all of them any more.
    mutating func endReading(_ read: [AuthorPosts], at seq: Int64, of member: AccountID?) {
        readings -= 1
        for tally in read { take(tally, at: seq) }
        guard let member, seq >= lostUpTo else { return }
        knownSince[member] = seq
    }

    mutating func failReading() { readings -= 1 }

    /// The member blocks others now, or is gone.
    mutating func forget(_ member: AccountID) { knownSince[member] = nil }

    // MARK: Hidden counts

    /// How many of the posts that were live at a number the member does not see; nil where something has to be read first.
    func hidden(from member: AccountID, blocking blocks: Set<AccountID>, at reached: Int64) -> Int64? {
        guard let since = knownSince[member], since <= reached, seq >= reached else { return nil }
        if authors.count < blocks.count {
            return authors.reduce(0) { blocks.contains($1.key) ? $0 + $1.value.posts : $0 }
        }
        return blocks.reduce(0) { $0 + (authors[$1]?.posts ?? 0) }
    }
}
