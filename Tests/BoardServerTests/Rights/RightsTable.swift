import BoardProtocol

/// THE table of rights: a method or command without its row fails ``RightsTests``.
///
/// Columns: guest, member, moderator, admin, suspended member, suspended moderator.
enum RightsTable {
    static let methods: [RightsRow] = accounts + threads + posts + others

    private static let accounts = [
        RightsRow((.any, "++++++")) { _ in Register(name: Fresh.name(), password: "correct horse") },
        RightsRow((.any, "L+++++")) { _ in GetAccount() },
        RightsRow((.any, "L+++++")) { ChangePassword(current: $0.password, new: "another horse") },
        RightsRow((.any, "BBBBBB")) {
            ResetPassword(name: $0.author.name, code: "0000", new: "another horse")
        },
        RightsRow((.any, "L+++++")) { _ in ExportAccount() },
        RightsRow((.any, "L+++++")) { DeleteAccount(password: $0.password) },
        RightsRow((.any, "BBBBBB")) { LogIn(name: $0.author.name, password: "a wrong one") },
        RightsRow((.any, "BBBBBB")) { _ in ResumeSession(token: "nobody's") },
        RightsRow((.any, "MMMMMM")) { _ in ExchangeSession(token: "a.b.c") },
        RightsRow((.any, "L+++++")) { _ in ListSessions() },
        // Somebody else's.
        RightsRow((.any, "LNNNNN")) { EndSession(sessionId: $0.session) },
        RightsRow((.any, "L+++++")) { _ in LogOut() },
    ]

    private static let threads = [
        RightsRow((.any, "++++++")) { _ in ListCategories() },
        RightsRow((.any, "L+++SS")) { _ in CreateThread(title: "Mine") },
        RightsRow((.foreign, "++++++"), (.deleted, "NNNNNN"), (.blocked, "++++++"), (.locked, "++++++")) {
            GetThread(threadId: $0.thread.id)
        },
        RightsRow((.any, "++++++")) { _ in ListThreads() },
        RightsRow((.foreign, "L+++++"), (.deleted, "LNNNNN"), (.blocked, "L+++++"), (.locked, "L+++++")) {
            MarkThreadRead(threadId: $0.thread.id, seq: 1)
        },
        RightsRow(
            (.own, "L+++SS"), (.foreign, "LF++SS"), (.deleted, "LNNNSS"), (.blocked, "LF++SS"),
            (.locked, "LF++SS"), (.ownLocked, "LK++SS")
        ) { RenameThread(threadId: $0.thread.id, title: "Another") },
        RightsRow(
            (.own, "L+++++"), (.foreign, "LF++FS"), (.deleted, "LNNNNS"), (.blocked, "LF++FS"),
            (.locked, "LF++FS"), (.ownLocked, "L+++++")
        ) { DeleteThread(threadId: $0.thread.id) },
        RightsRow((.foreign, "++++++"), (.deleted, "NNNNNN"), (.blocked, "++++++"), (.locked, "++++++")) {
            JoinThread(threadId: $0.thread.id)
        },
        RightsRow((.foreign, "++++++")) { LeaveThread(threadId: $0.thread.id) },
        RightsRow((.foreign, "++++++"), (.deleted, "++++++")) { WatchCounts(threadIds: [$0.thread.id]) },
        RightsRow((.foreign, "++++++")) { UnwatchCounts(threadIds: [$0.thread.id]) },
    ]

    private static let posts = [
        RightsRow(
            (.own, "L+++SS"), (.foreign, "L+++SS"), (.deleted, "LNNNSS"), (.blocked, "L+++SS"),
            (.locked, "LKKKSS"), (.ownLocked, "LKKKSS")
        ) { CreatePost(threadId: $0.thread.id, body: "Hello") },
        RightsRow((.foreign, "++++++"), (.deleted, "NNNNNN"), (.blocked, "++++++"), (.locked, "++++++")) {
            GetPost(postId: $0.post.id)
        },
        RightsRow((.foreign, "++++++"), (.deleted, "NNNNNN"), (.blocked, "++++++"), (.locked, "++++++")) {
            ListPosts(threadId: $0.thread.id)
        },
        RightsRow(
            (.own, "L+++SS"), (.foreign, "LF++SS"), (.deleted, "LNNNSS"), (.blocked, "LF++SS"),
            (.locked, "LF++SS"), (.ownLocked, "LK++SS")
        ) { EditPost(postId: $0.post.id, body: "Otherwise") },
        RightsRow(
            (.own, "L+++++"), (.foreign, "LF++FS"), (.deleted, "LNNNNN"), (.blocked, "LF++FS"),
            (.locked, "LF++FS"), (.ownLocked, "L+++++")
        ) { DeletePost(postId: $0.post.id) },
        RightsRow(
            (.own, "LFFFSS"), (.foreign, "L+++SS"), (.deleted, "LNNNSS"), (.blocked, "LNNNSS"),
            (.locked, "L+++SS")
        ) { LikePost(postId: $0.post.id) },
        RightsRow(
            (.own, "LFFFFF"), (.foreign, "L+++++"), (.deleted, "LNNNNN"), (.blocked, "L+++++"),
            (.locked, "L+++++")
        ) { UnlikePost(postId: $0.post.id) },
        RightsRow(
            (.own, "LFFFSS"), (.foreign, "L+++SS"), (.deleted, "LNNNSS"), (.blocked, "L+++SS"),
            (.locked, "L+++SS")
        ) { CreateReport(postId: $0.post.id, why: "Rude") },
    ]

    private static let others = [
        RightsRow((.foreign, "L+++++"), (.own, "LFFFFF")) { AddBlock(accountId: $0.author.id) },
        RightsRow((.foreign, "L+++++"), (.own, "LFFFFF")) { RemoveBlock(accountId: $0.author.id) },
        RightsRow((.any, "L+++++")) { _ in ListBlocks() },
        RightsRow((.any, "LF++FS")) { _ in RunCommand(args: ["stats"]) },
        RightsRow((.any, "++++++")) { _ in Ping() },
    ]

    /// Commands on an account: `foreign` is a member's, `own` one's own.
    static let commands: [RightsRow] = [
        RightsRow(command: "lock", (.foreign, "LF++FS"), (.deleted, "LFNNFS"), (.blocked, "LF++FS")) {
            ["\($0.thread.id)"]
        },
        RightsRow(command: "unlock", (.locked, "LF++FS"), (.deleted, "LFNNFS")) { ["\($0.thread.id)"] },
        RightsRow(command: "pin", (.foreign, "LF++FS"), (.deleted, "LFNNFS")) { ["\($0.thread.id)"] },
        RightsRow(command: "unpin", (.foreign, "LF++FS"), (.deleted, "LFNNFS")) { ["\($0.thread.id)"] },
        RightsRow(command: "rename", (.foreign, "LF++FS"), (.deleted, "LFNNFS"), (.locked, "LF++FS")) {
            ["\($0.thread.id)", "Another"]
        },
        RightsRow(command: "move", (.foreign, "LF++FS"), (.deleted, "LFNNFS")) {
            ["\($0.thread.id)", "News"]
        },
        RightsRow(command: "slow", (.foreign, "LF++FS"), (.deleted, "LFNNFS")) {
            ["\($0.thread.id)", "30s"]
        },
        RightsRow(command: "delete thread", (.own, "LF++FS"), (.foreign, "LF++FS"), (.deleted, "LFNNFS")) {
            ["\($0.thread.id)", "Why not"]
        },
        RightsRow(command: "delete post", (.own, "LF++FS"), (.foreign, "LF++FS"), (.deleted, "LFNNFS")) {
            ["\($0.post.id)", "Why not"]
        },
        RightsRow(command: "restore thread", (.foreign, "LFCCFS"), (.deleted, "LF++FS")) {
            ["\($0.thread.id)"]
        },
        RightsRow(command: "restore post", (.foreign, "LFCCFS"), (.deleted, "LFNNFS")) { ["\($0.post.id)"] },
        RightsRow(command: "suspend", (.foreign, "LF++FS"), (.own, "LFFFFS")) {
            [$0.author.name, "1d", "Rude"]
        },
        RightsRow(command: "unsuspend", (.foreign, "LF++FS"), (.own, "LFFFFS")) { [$0.author.name] },
        RightsRow(command: "kick", (.foreign, "LF++FS"), (.own, "LFFFFS")) { [$0.author.name] },
        RightsRow(command: "reports", (.any, "LF++FS")) { _ in [] },
        RightsRow(command: "resolve", (.any, "LFNNFS")) { _ in ["999999"] },
        RightsRow(command: "show", (.foreign, "LF++FS"), (.deleted, "LF++FS"), (.blocked, "LF++FS")) {
            ["\($0.post.id)"]
        },
        RightsRow(command: "undo", (.any, "LFNNFS")) { _ in ["999999"] },
        RightsRow(command: "user", (.foreign, "LF++FS"), (.own, "LF++FS")) { [$0.author.name] },
        RightsRow(command: "approve", (.foreign, "LFCCFS"), (.own, "LFFFFS")) { [$0.author.name] },
        RightsRow(command: "reject", (.foreign, "LFCCFS"), (.own, "LFFFFS")) { [$0.author.name] },
        RightsRow(command: "invite", (.any, "LF++FS")) { _ in [] },
        RightsRow(command: "who", (.any, "LF++FS")) { _ in [] },
        RightsRow(command: "stats", (.any, "LF++FS")) { _ in [] },
        RightsRow(command: "audit", (.any, "LF++FS")) { _ in ["5"] },
        RightsRow(command: "word list", (.any, "LF++FS")) { _ in [] },
        RightsRow(command: "word add", (.any, "LFF+FF")) { _ in ["xyzzy"] },
        RightsRow(command: "word remove", (.any, "LFFNFF")) { _ in ["plugh"] },
        RightsRow(command: "role", (.foreign, "LFF+FF"), (.own, "LFFFFF")) { [$0.author.name, "moderator"] },
        RightsRow(command: "reset", (.foreign, "LFF+FF"), (.own, "LFFFFF")) { [$0.author.name] },
        RightsRow(command: "purge", (.foreign, "LFF+FF"), (.own, "LFFFFF")) { [$0.author.name] },
        RightsRow(command: "notice", (.any, "LFF+FF")) { _ in ["Hello"] },
        RightsRow(command: "recount", (.any, "LFF+FF")) { _ in [] },
        RightsRow(command: "epoch renew", (.any, "LFF+FF")) { _ in ["--dry-run"] },
        RightsRow(command: "help", (.any, "LF++F+")) { _ in [] },
    ]
}
