/// What a connection tells its owner, on the owner's loop and never from inside a call of the owner's.
public protocol PostgresConnectionEvents: AnyObject {
    /// All statements are prepared; from now on flights can be run.
    func connectionReady(_ connection: PostgresConnection)

    /// The connection is over, or was never made; told once, after all completions. Not told after `close()`.
    ///
    /// `error.isConnectionLost` is false when the server refused a setting or a statement, which trying again won't mend.
    func connectionLost(_ connection: PostgresConnection, error: PostgresError)

    /// A NOTIFY of a channel that this connection listens to.
    func connection(
        _ connection: PostgresConnection, notified channel: String, payload: String, fromProcess: Int32)
}
