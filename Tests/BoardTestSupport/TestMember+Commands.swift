public import BoardProtocol

extension TestMember {
    /// Runs an admin command that changes something, and returns its audit entry.
    @discardableResult
    public func audited(_ line: String) async throws -> String {
        let reply = try await command(line)
        guard let entry = reply.data["auditId"]?.string else { throw Unaudited(reply: reply.text) }
        return entry
    }

    /// A command changed nothing that should have.
    public struct Unaudited: Error { public let reply: String }

    /// What an admin command is refused with; throws when it is carried out.
    public func refusal(ofCommand line: String) async throws -> Refusal {
        try await client.refusal(of: RunCommand(command: line))
    }

    /// What `reports` lists, newest first.
    public func reports(_ which: String = "open") async throws -> [JSON] {
        try await command("reports \(which)").data["reports"]?.array ?? []
    }
}
