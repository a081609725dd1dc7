import BoardCore
import BoardProtocol
import WebSockets

/// A member with open connections: what the hub remembers of the account, shared by all of them.
final class Presence {
    let id: AccountID
    private(set) var account: Account
    private(set) var isActing: Bool
    private(set) var suspendedUntil: Timestamp?
    private(set) var blocks: Set<AccountID>
    private(set) var blocksVersion: Int64
    var subscribers: [UInt64: Subscriber] = [:]
    /// A reading of the account is under way; `isStale` asks for one more after it.
    var isReading = false
    var isStale = false
    /// The database has newer blocks than these: nothing live is told until they are read.
    var isBehind = false
    /// Looks at the account again when its suspension ends by itself.
    var suspensionEnd: LoopTimer?
    /// Threads whose authors are being read for this member.
    var isReadingAuthors: Set<ThreadID> = []

    init(_ state: MemberState) {
        id = state.account.id
        account = state.account
        isActing = state.isActing
        suspendedUntil = state.suspendedUntil
        blocks = state.blocks
        blocksVersion = state.blocksVersion
    }

    /// Takes what was read of the account; blocks only forward.
    ///
    /// Says what became different.
    func take(_ state: MemberState) -> (isChanged: Bool, added: Set<AccountID>, removed: Set<AccountID>) {
        let isChanged =
            account != state.account || isActing != state.isActing || suspendedUntil != state.suspendedUntil
        account = state.account
        isActing = state.isActing
        suspendedUntil = state.suspendedUntil
        guard state.blocksVersion > blocksVersion else { return (isChanged, [], []) }
        let added = state.blocks.subtracting(blocks)
        let removed = blocks.subtracting(state.blocks)
        blocks = state.blocks
        blocksVersion = state.blocksVersion
        return (isChanged, added, removed)
    }

    /// Takes one block or unblock; false where it does not continue what is known.
    func take(_ blocked: AccountID, isBlocked: Bool, version: Int64) -> Bool {
        guard version == blocksVersion + 1 else { return false }
        if isBlocked { blocks.insert(blocked) } else { blocks.remove(blocked) }
        blocksVersion = version
        return true
    }

    var permissions: Permissions { Permissions(post: isActing ? .ok : .suspended) }
}
