public import BoardProtocol
import BoardSQL

extension TestBoard {
    /// A member who registered over a connection, which stays theirs.
    ///
    /// Takes a tenth of a second for the password's hash. Another role is given in the database, and then the
    /// connection is a new one.
    public func member(_ name: String, role: Role = .member) async throws -> TestMember {
        let first = try await client()
        let reply = try await first.send(Register(name: name, password: TestMember.password))
        guard role != .member else {
            return TestMember(client: first, account: reply.account, token: reply.token)
        }
        try await first.close()
        try await sql(
            "update accounts set role = $1::text where id = $2::bigint", .text(role.rawValue),
            .int(reply.account.id.rawValue))
        return try await member(with: reply.token)
    }

    /// One more connection of a member, by their token.
    public func member(with token: String, on server: RunningServer? = nil) async throws -> TestMember {
        let client = try await client(token: token, on: server)
        guard let account = try await client.hello.session.account.value else { throw NoMember() }
        return TestMember(client: client, account: account, token: token)
    }

    /// The server took a token for a guest's.
    public struct NoMember: Error {}

    /// Members written right into the database, when a test needs many: no password, and no tenth
    /// of a second for its hash.
    public func quickMembers(_ names: [String], role: Role = .member) async throws -> [TestMember] {
        let tokens = try names.map { _ in try TestToken() }
        try await sql(
            """
            with wanted as (
                select * from unnest($1::text[], $2::bytea[]) as w (name, token_hash)
            ), made as (
                insert into accounts (name, name_key, role) select name, lower(name), $3::text from wanted
                returning id, name
            )
            insert into sessions (account_id, token_hash)
            select made.id, wanted.token_hash from made join wanted using (name)
            """,
            .array(names.map(Value.text)), .array(tokens.map { .bytes($0.digest) }),
            .text(role.rawValue))
        return try await connect(tokens.map(\.text))
    }

    /// As ``quickMembers(_:role:)``, for one.
    public func quickMember(_ name: String, role: Role = .member) async throws -> TestMember {
        try await quickMembers([name], role: role)[0]
    }

    /// In the order given, many at a time.
    private func connect(_ tokens: [String]) async throws -> [TestMember] {
        try await withThrowingTaskGroup(of: (Int, TestMember).self) { group in
            var members: [(Int, TestMember)] = []
            for (index, token) in tokens.enumerated() {
                if index >= 50, let next = try await group.next() { members.append(next) }
                group.addTask { (index, try await self.member(with: token)) }
            }
            for try await member in group { members.append(member) }
            return members.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    /// One more session of an account, for a connection of its own: its token.
    public func newSession(of account: AccountID) async throws -> String {
        let token = try TestToken()
        try await sql(
            "insert into sessions (account_id, token_hash) values ($1::bigint, $2::bytea)",
            .int(account.rawValue), .bytes(token.digest))
        return token.text
    }
}
