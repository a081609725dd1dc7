public import BoardProtocol

/// One line of the table of admin commands.
public struct AdminCommand: Sendable {
    /// Its first word or words, such as `lock` or `epoch renew`.
    public let name: String
    /// What follows them.
    public let parameters: String
    public let role: Role
    public let summary: String
    let flags: Set<String>
    let make: @Sendable (inout CommandArguments, Viewer, OneTimeCode) throws(Refusal) -> any AdminAction

    init(
        _ name: String, _ parameters: String, _ role: Role, _ summary: String, flags: Set<String> = [],
        make:
            @escaping @Sendable (inout CommandArguments, Viewer, OneTimeCode) throws(Refusal) ->
            any AdminAction
    ) {
        self.name = name
        self.parameters = parameters
        self.role = role
        self.summary = summary
        self.flags = flags
        self.make = make
    }

    public var usage: String { parameters.isEmpty ? name : "\(name) \(parameters)" }
}

/// A fresh one-time code and what is stored of it.
public struct OneTimeCode: Sendable {
    public var text: String
    public var digest: [UInt8]
}

/// THE table of admin commands: one line each, whichever door they come by.
public enum AdminCommands {
    public static let all: [AdminCommand] = [
        AdminCommand("lock", "THREAD", .moderator, "Takes no new posts in the thread.") {
            (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "lock", ThreadUpdate(locked: true), "Locked", "was locked already")
        },
        AdminCommand("unlock", "THREAD", .moderator, "Lets the thread take posts again.") {
            (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "unlock", ThreadUpdate(locked: false), "Unlocked", "was not locked")
        },
        AdminCommand("pin", "THREAD", .moderator, "Puts the thread first in every order.") {
            (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "pin", ThreadUpdate(pinned: true), "Pinned", "was pinned already")
        },
        AdminCommand("unpin", "THREAD", .moderator, "Puts the thread back in its place.") {
            (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "unpin", ThreadUpdate(pinned: false), "Unpinned", "was not pinned")
        },
        AdminCommand("rename", "THREAD TITLE", .moderator, "Gives the thread another title.") {
            (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "rename", { .init(title: $0) }, "Renamed", "has this title already")
        },
        AdminCommand("move", "THREAD CATEGORY", .moderator, "Moves the thread to another category.") {
            (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(&arguments, viewer, "move", { .init(category: $0) }, "Moved", "is there already")
        },
        AdminCommand("slow", "THREAD 30s|off", .moderator, "Lets each member post once in so long a time.") {
            (arguments, viewer, _) throws(Refusal) in
            try SlowThread(&arguments, viewer)
        },
        AdminCommand("delete thread", "THREAD [WHY]", .moderator, "Takes the thread off with all its posts.")
        { (arguments, viewer, _) throws(Refusal) in
            try RemoveThread(&arguments, viewer, isRestoring: false)
        },
        AdminCommand("delete post", "POST [WHY]", .moderator, "Takes the post off.") {
            (arguments, viewer, _) throws(Refusal) in
            try RemovePost(&arguments, viewer, isRestoring: false)
        },
        AdminCommand("restore thread", "THREAD [WHY]", .moderator, "Brings a deleted thread back.") {
            (arguments, viewer, _) throws(Refusal) in
            try RemoveThread(&arguments, viewer, isRestoring: true)
        },
        AdminCommand("restore post", "POST [WHY]", .moderator, "Brings a deleted post back.") {
            (arguments, viewer, _) throws(Refusal) in
            try RemovePost(&arguments, viewer, isRestoring: true)
        },
        AdminCommand(
            "suspend", "USER 10m|7d|forever [WHY]", .moderator, "The member reads and withdraws, no more."
        ) { (arguments, viewer, _) throws(Refusal) in
            try SuspendAccount(&arguments, viewer)
        },
        AdminCommand("unsuspend", "USER", .moderator, "Ends a suspension.") {
            (arguments, viewer, _) throws(Refusal) in
            try UnsuspendAccount(&arguments, viewer)
        },
        AdminCommand("kick", "USER", .moderator, "Ends all sessions of the account.") {
            (arguments, viewer, _) throws(Refusal) in
            try KickAccount(&arguments, viewer)
        },
        AdminCommand(
            "reports", "[open|all]", .moderator, "Lists the newest reports, with the posts as they were."
        ) { (arguments, viewer, _) throws(Refusal) in
            try ListReports(&arguments, viewer)
        },
        AdminCommand(
            "resolve", "REPORT [dismiss|delete]", .moderator, "Settles a report; with delete the post goes."
        ) { (arguments, viewer, _) throws(Refusal) in
            try ResolveReport(&arguments, viewer)
        },
        AdminCommand(
            "show", "POST", .moderator, "Shows a post, also a deleted one, with its edits and reports."
        ) { (arguments, viewer, _) throws(Refusal) in
            try ShowPost(&arguments, viewer)
        },
        AdminCommand(
            "undo", "AUDIT", .moderator,
            "Takes back a delete, purge, suspend, move or rename of the last 30 days."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UndoCommand(&arguments, viewer)
        },
        AdminCommand("user", "USER", .moderator, "Shows an account.") {
            (arguments, viewer, _) throws(Refusal) in
            try ShowAccount(&arguments, viewer)
        },
        AdminCommand("approve", "USER", .moderator, "Lets somebody in who registered.") {
            (arguments, viewer, _) throws(Refusal) in
            try ApproveAccount(&arguments, viewer)
        },
        AdminCommand("reject", "USER", .moderator, "Deletes the account of somebody who registered.") {
            (arguments, viewer, _) throws(Refusal) in
            try RejectAccount(&arguments, viewer)
        },
        AdminCommand("invite", "", .moderator, "Gives out a code for one new account, good for 30 days.") {
            (_, viewer, code) throws(Refusal) in
            CreateInvite(viewer, code)
        },
        AdminCommand("who", "[THREAD]", .moderator, "Lists who is connected, or has joined the thread.") {
            (arguments, viewer, _) throws(Refusal) in
            try ShowWho(&arguments, viewer)
        },
        AdminCommand("stats", "", .moderator, "Shows the board in numbers.") {
            (_, viewer, _) throws(Refusal) in
            ShowStats(viewer)
        },
        AdminCommand(
            "audit", "[N]", .moderator, "Lists the newest N commands that changed something; 20 without N."
        ) { (arguments, viewer, _) throws(Refusal) in
            try ListAudit(&arguments, viewer)
        },
        AdminCommand("word list", "", .moderator, "Lists the words that posts and titles may not hold.") {
            (_, viewer, _) throws(Refusal) in
            ListWords(viewer)
        },
        AdminCommand("word add", "WORD", .admin, "Refuses posts and titles that hold the word anywhere.") {
            (arguments, viewer, _) throws(Refusal) in
            try ChangeWords(&arguments, viewer, isAdding: true)
        },
        AdminCommand("word remove", "WORD", .admin, "Lets the word be written again.") {
            (arguments, viewer, _) throws(Refusal) in
            try ChangeWords(&arguments, viewer, isAdding: false)
        },
        AdminCommand("role", "USER member|moderator|admin", .admin, "Gives a role.") {
            (arguments, viewer, _) throws(Refusal) in
            try ChangeRole(&arguments, viewer)
        },
        AdminCommand(
            "reset", "USER", .admin, "Gives out a one-time code for a new password, good for 24 hours."
        ) { (arguments, viewer, code) throws(Refusal) in
            try GiveResetCode(&arguments, viewer, code)
        },
        AdminCommand("purge", "USER", .admin, "Takes off all posts of the account.") {
            (arguments, viewer, _) throws(Refusal) in
            try PurgeAccount(&arguments, viewer)
        },
        AdminCommand("notice", "TEXT", .admin, "Tells everybody who is connected.") {
            (arguments, viewer, _) throws(Refusal) in
            try SendNotice(&arguments, viewer)
        },
        AdminCommand(
            "recount", "[--repair]", .admin, "Compares all kept numbers with the rows they count.",
            flags: ["--repair"]
        ) { (arguments, viewer, _) throws(Refusal) in
            try Recount(&arguments, viewer)
        },
        AdminCommand("epoch renew", "", .admin, "Names the database's history anew: part of every restore.") {
            (arguments, viewer, _) throws(Refusal) in
            try RenewEpoch(&arguments, viewer)
        },
        AdminCommand("help", "[COMMAND]", .moderator, "Lists the commands.") {
            (arguments, viewer, _) throws(Refusal) in
            try ShowHelp(&arguments, viewer)
        },
    ]

    /// Finds the command that the words begin with, and reads its arguments.
    static func action(
        _ words: [String], for viewer: Viewer, code: OneTimeCode
    ) throws(Refusal) -> (action: any AdminAction, isDryRun: Bool) {
        var leading: [String] = []
        var words = words[...]
        while words.first == CommandArguments.dryRun { leading.append(words.removeFirst()) }
        guard let command = find(Array(words)) else {
            throw Refusal.invalid("command", "There is no such command. Usage: help [COMMAND]")
        }
        guard viewer.role >= command.role else {
            throw Refusal(.forbidden, "This takes the role \(command.role.rawValue).")
        }
        let length = command.name.split(separator: " ").count
        var arguments = CommandArguments(
            leading + words.dropFirst(length), usage: command.usage, flags: command.flags)
        let action = try command.make(&arguments, viewer, code)
        try arguments.end()
        return (action, arguments.isDryRun)
    }

    static func find(_ words: [String]) -> AdminCommand? {
        all.first { command in
            let name = command.name.split(separator: " ").map(String.init)
            return words.starts(with: name)
        }
    }
}
