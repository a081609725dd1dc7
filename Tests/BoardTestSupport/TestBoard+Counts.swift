import BoardProtocol
public import Testing

extension TestBoard {
    /// Expects that all kept numbers are what the rows add up to.
    public func expectExactCounts(sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let auditor = try await quickMember("auditor-\(UInt64.random(in: 0 ... .max))", role: .admin)
        let reply = try await auditor.command("recount")
        #expect(reply.data["drift"]?.int64 == 0, "\(reply.text)", sourceLocation: sourceLocation)
    }
}
