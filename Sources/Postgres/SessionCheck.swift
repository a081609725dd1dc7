/// Whether connections lead to one server process each, from their first transaction to their last.
///
/// Poolers such as PgBouncer in transaction mode hand every transaction to whichever process is free. Prepared
/// statements, settings and LISTEN are then another connection's, or nobody's, some of the time.
enum SessionCheck {
    /// How long a notification may take.
    private static let patienceMs: Int32 = 3_000

    /// Throws ``PostgresError/pooled`` where a connection that listens does not hear what another one says.
    ///
    /// Nothing is sent on the listening connection meanwhile: a pooler has no way to pass on what comes for a client
    /// that asks for nothing, so the answer does not depend on which process happens to be free.
    static func run(on listening: BlockingConnection, conninfo: String) throws(PostgresError) {
        let speaking = try BlockingConnection(conninfo: conninfo, applicationName: "keijiban check")
        let channel = "keijiban_check_\(UInt64.random(in: 0 ... .max))"
        try listening.exec("listen \(channel)")
        try speaking.exec("notify \(channel)")
        guard try listening.hears(withinMs: patienceMs) else { throw .pooled }
        try listening.exec("unlisten \(channel)")
    }
}

extension PostgresError {
    /// Connections do not keep their server process.
    public static let pooled = PostgresError(
        message: """
            A pooler before PostgreSQL changes the server process from one transaction to the next, such as \
            PgBouncer with pool_mode=transaction. Connect to PostgreSQL itself, or use pool_mode=session.
            """)
}
