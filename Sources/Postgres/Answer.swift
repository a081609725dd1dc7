internal import BoardSQL

/// One thing that the server says about a pipelined flight.
enum Answer {
    /// A call succeeded, unless a later one in the flight or the commit undoes it.
    case rows(Rows)
    /// A call failed, or the commit did.
    case failed(PostgresError)
    /// A call was not tried, as one before it had failed.
    case aborted
    /// The flight is over: committed, or undone if anything in it failed.
    case synced
    /// Something that the pipeline cannot go on after, such as a COPY.
    case unexpected(PostgresError)
}
