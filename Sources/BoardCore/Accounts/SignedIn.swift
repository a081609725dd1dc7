public import BoardProtocol
import BoardSQL

extension SignedIn {
    /// What all ways to log in have in common.
    static func outcome(of row: Row, token: String) throws(Refusal) -> Outcome<SignedIn> {
        try row.refusal()
        let member = MemberState(row: row)
        let ended = row.int64s("ended").map(SessionID.init(rawValue:))
        return Outcome(
            SignedIn(account: member.account, token: token, blocksVersion: member.blocksVersion),
            effects: [.signedIn(member)] + (ended.isEmpty ? [] : [.sessionsEnded(ended)]))
    }
}

extension Secrets {
    /// The hash of a password; without memory for it the caller tries again later.
    func hash(checked password: String) throws(Refusal) -> String {
        guard let hash = hash(password: password) else { throw .tooBusy }
        return hash
    }

    /// Compares a password with what an account has, taking the same time where there is none.
    func compare(_ password: String, with found: Row?, otherwise refusal: Refusal) throws(Refusal) -> (
        account: AccountID, hash: String
    ) {
        let known = found?.textIfAny("password_hash")
        let isRight = verifies(password, hash: known ?? decoyHash)
        guard isRight, let known, let found else { throw refusal }
        return (AccountID(rawValue: found.int64("id")), known)
    }
}

extension Refusal {
    /// One text for an unknown name and a wrong password.
    static let badLogIn = Refusal(.badCredentials, "Name or password is wrong.")
    /// The account is known, so only the password can be.
    static let badPassword = Refusal(.badCredentials, "The password is wrong.")
    /// The worker pool has no room.
    public static let tooBusy = Refusal(
        .rateLimited, "The server is busy checking passwords. Try again in a moment.", retryAfterMs: 1_000)
}
