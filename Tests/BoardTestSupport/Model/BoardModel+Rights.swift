public import BoardProtocol

/// Who may do what.
extension BoardModel {
    /// All that speaks against an action; empty when it is to be carried out.
    ///
    /// Of several reasons a board may give any, but a guest hears `loginRequired` before anything else.
    public func reasons(against action: BoardAction, by actor: AccountID?) -> Set<Refusal.Reason> {
        guard let actor, let member = members[actor] else { return [.loginRequired] }
        var reasons: Set<Refusal.Reason> = []
        func refuse(_ reason: Refusal.Reason, if applies: Bool) {
            if applies { reasons.insert(reason) }
        }
        let isModerator = member.role >= .moderator
        switch action {
        case .createThread:
            refuse(.suspended, if: member.isSuspended)
        case .createPost(let id, _, _, let replyTo):
            refuse(.suspended, if: member.isSuspended)
            refuse(.notFound, if: !isLive(id))
            refuse(.locked, if: threads[id]?.isLocked == true)
            if let replyTo { refuse(.notFound, if: !canAnswer(replyTo, in: id, member)) }
        case .editPost(let id, _, _):
            refuse(.suspended, if: member.isSuspended)
            refuse(.notFound, if: !isLive(id))
            refuse(.forbidden, if: posts[id]?.author != actor && !isModerator)
            refuse(.locked, if: isLocked(posts[id]?.thread) && !isModerator)
        case .deletePost(let id):
            refuse(.notFound, if: !isLive(id))
            refuseToWithdraw(by: member, posts[id]?.author, &reasons)
        case .like(let id):
            refuse(.suspended, if: member.isSuspended)
            refuse(.notFound, if: !isLive(id) || isHidden(posts[id]?.author, from: actor))
            refuse(.forbidden, if: posts[id]?.author == actor)
        case .unlike(let id):
            refuse(.notFound, if: !isLive(id))
            refuse(.forbidden, if: posts[id]?.author == actor)
        case .block(let id), .unblock(let id):
            refuse(.forbidden, if: id == actor)
            refuse(.notFound, if: members[id] == nil)
        case .renameThread(let id, _):
            refuse(.suspended, if: member.isSuspended)
            refuse(.notFound, if: !isLive(id))
            refuse(.forbidden, if: threads[id]?.author != actor && !isModerator)
            refuse(.locked, if: isLocked(id) && !isModerator)
        case .deleteThread(let id):
            refuse(.notFound, if: !isLive(id))
            refuseToWithdraw(by: member, threads[id]?.author, &reasons)
        case .command(let command):
            refuse(.suspended, if: member.isSuspended)
            refuse(.forbidden, if: !isModerator)
            reasons.formUnion(self.reasons(against: command, by: member))
        }
        return reasons
    }

    private func reasons(against command: BoardCommand, by member: Member) -> Set<Refusal.Reason> {
        switch command {
        case .lock(let id, _), .pin(let id, _), .rename(let id, _), .move(let id, _), .deleteThread(let id):
            return isLive(id) ? [] : [.notFound]
        case .restoreThread(let id): return isLive(id) ? [.conflict] : []
        case .deletePost(let id): return isLive(id) ? [] : [.notFound]
        case .restorePost(let id):
            guard isLive(posts[id]?.thread) else { return [.notFound] }
            return isLive(id) ? [.conflict] : []
        case .suspend(let id, _), .role(let id, _):
            var reasons: Set<Refusal.Reason> = []
            if case .role = command, member.role < .admin { reasons.insert(.forbidden) }
            guard let target = members[id] else { return reasons.union([.notFound]) }
            return target.role < member.role ? reasons : reasons.union([.forbidden])
        }
    }

    /// One's own may be taken back by the suspended too; others' are for moderators who may act.
    private func refuseToWithdraw(
        by member: Member, _ author: AccountID?, _ reasons: inout Set<Refusal.Reason>
    ) {
        guard author != member.id else { return }
        if member.role < .moderator { reasons.insert(.forbidden) }
        if member.isSuspended { reasons.insert(.suspended) }
    }

    private func canAnswer(_ id: PostID, in thread: ThreadID, _ member: Member) -> Bool {
        guard let post = posts[id] else { return false }
        return post.thread == thread && !post.isDeleted && !isHidden(post.author, from: member.id)
    }

    private func isLive(_ id: ThreadID?) -> Bool { id.map { isLive($0) } ?? false }
    private func isLocked(_ id: ThreadID?) -> Bool { id.flatMap { threads[$0]?.isLocked } ?? false }
}
