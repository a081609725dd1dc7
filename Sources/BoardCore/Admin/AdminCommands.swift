public import BoardProtocol

/// One line of the table of admin commands.
public struct AdminCommand: Sendable {
    /// Its first word or words, such as `lock` or `epoch renew`.
    public let name: String
    /// What follows them.
    public let parameters: String
    public let role: Role
    public let summary: String
    let make: @Sendable (inout CommandArguments, Viewer, OneTimeCode) throws(Refusal) -> any AdminAction

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
        AdminCommand(
            name: "lock", parameters: "THREAD", role: .moderator, summary: "Takes no new posts in the thread."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "lock", ThreadUpdate(locked: true), "Locked", "was locked already")
        },
        AdminCommand(
            name: "unlock", parameters: "THREAD", role: .moderator,
            summary: "Lets the thread take posts again."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "unlock", ThreadUpdate(locked: false), "Unlocked", "was not locked")
        },
        AdminCommand(
            name: "pin", parameters: "THREAD", role: .moderator,
            summary: "Puts the thread first in every order."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "pin", ThreadUpdate(pinned: true), "Pinned", "was pinned already")
        },
        AdminCommand(
            name: "unpin", parameters: "THREAD", role: .moderator,
            summary: "Puts the thread back in its place."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "unpin", ThreadUpdate(pinned: false), "Unpinned", "was not pinned")
        },
        AdminCommand(
            name: "rename", parameters: "THREAD TITLE", role: .moderator,
            summary: "Gives the thread another title."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(
                &arguments, viewer, "rename", { .init(title: $0) }, "Renamed", "has this title already")
        },
        AdminCommand(
            name: "move", parameters: "THREAD CATEGORY", role: .moderator,
            summary: "Moves the thread to another category."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UpdateThread(&arguments, viewer, "move", { .init(category: $0) }, "Moved", "is there already")
        },
        AdminCommand(
            name: "delete thread", parameters: "THREAD [WHY]", role: .moderator,
            summary: "Takes the thread off with all its posts."
        ) { (arguments, viewer, _) throws(Refusal) in
            try RemoveThread(&arguments, viewer, isRestoring: false)
        },
        AdminCommand(
            name: "delete post", parameters: "POST [WHY]", role: .moderator, summary: "Takes the post off."
        ) { (arguments, viewer, _) throws(Refusal) in
            try RemovePost(&arguments, viewer, isRestoring: false)
        },
        AdminCommand(
            name: "restore thread", parameters: "THREAD [WHY]", role: .moderator,
            summary: "Brings a deleted thread back."
        ) { (arguments, viewer, _) throws(Refusal) in
            try RemoveThread(&arguments, viewer, isRestoring: true)
        },
        AdminCommand(
            name: "restore post", parameters: "POST [WHY]", role: .moderator,
            summary: "Brings a deleted post back."
        ) { (arguments, viewer, _) throws(Refusal) in
            try RemovePost(&arguments, viewer, isRestoring: true)
        },
        AdminCommand(
            name: "suspend", parameters: "USER 10m|7d|forever [WHY]", role: .moderator,
            summary: "The member reads and withdraws, no more."
        ) { (arguments, viewer, _) throws(Refusal) in
            try SuspendAccount(&arguments, viewer)
        },
        AdminCommand(
            name: "unsuspend", parameters: "USER", role: .moderator, summary: "Ends a suspension."
        ) { (arguments, viewer, _) throws(Refusal) in
            try UnsuspendAccount(&arguments, viewer)
        },
        AdminCommand(
            name: "role", parameters: "USER member|moderator|admin", role: .admin, summary: "Gives a role."
        ) { (arguments, viewer, _) throws(Refusal) in
            try ChangeRole(&arguments, viewer)
        },
        AdminCommand(
            name: "reset", parameters: "USER", role: .admin,
            summary: "Gives out a one-time code for a new password, good for 24 hours."
        ) { (arguments, viewer, code) throws(Refusal) in
            try GiveResetCode(&arguments, viewer, code)
        },
        AdminCommand(
            name: "recount", parameters: "[--repair]", role: .admin,
            summary: "Compares all kept numbers with the rows they count."
        ) { (arguments, viewer, _) throws(Refusal) in
            try Recount(&arguments)
        },
        AdminCommand(
            name: "epoch renew", parameters: "", role: .admin,
            summary: "Names the database's history anew: part of every restore."
        ) { (arguments, viewer, _) throws(Refusal) in
            try RenewEpoch(&arguments, viewer)
        },
        AdminCommand(
            name: "help", parameters: "[COMMAND]", role: .moderator, summary: "Lists the commands."
        ) { (arguments, viewer, _) throws(Refusal) in
            try ShowHelp(&arguments, viewer)
        },
    ]

    /// Finds the command that the words begin with, and reads its arguments.
    static func action(
        _ words: [String], for viewer: Viewer, code: OneTimeCode
    ) throws(Refusal) -> any AdminAction {
        guard let command = find(words) else {
            throw Refusal.invalid("command", "There is no such command. Usage: help [COMMAND]")
        }
        guard viewer.role >= command.role else {
            throw Refusal(.forbidden, "This takes the role \(command.role.rawValue).")
        }
        let length = command.name.split(separator: " ").count
        var arguments = CommandArguments(words.dropFirst(length), usage: command.usage)
        let action = try command.make(&arguments, viewer, code)
        try arguments.end()
        return action
    }

    static func find(_ words: [String]) -> AdminCommand? {
        all.first { command in
            let name = command.name.split(separator: " ").map(String.init)
            return words.starts(with: name)
        }
    }
}
