internal import BoardSQL

/// The flights under way on one connection, in the order in which they were sent.
///
/// Knows neither sockets nor libpq: it takes answers in and says which flight has landed.
struct Pipeline {
    typealias Completion = (Result<[Rows], PostgresError>) -> Void

    /// A flight that is over, and how; to be told once.
    struct Landing {
        let completion: Completion
        let result: Result<[Rows], PostgresError>

        func tell() { completion(result) }
    }

    private struct Flight {
        let names: [String]
        var rows: [Rows] = []
        var error: PostgresError?
        /// Calls answered, whether with rows, a failure or the word that they were not tried.
        var answered = 0
        let completion: Completion
    }

    private var flights = Queue<Flight>()

    /// Flights that have been sent and have not landed.
    var count: Int { flights.count }

    /// The statement that the next answer is about; nil when it is the commit's, or when nothing is under way.
    var awaited: String? {
        guard let flight = flights.first, flight.answered < flight.names.count else { return nil }
        return flight.names[flight.answered]
    }

    /// The server's last words, when it said why it would close the connection.
    private(set) var farewell: PostgresError?

    mutating func depart(_ names: [String], completion: @escaping Completion) {
        flights.append(Flight(names: names, completion: completion))
    }

    /// Takes the next answer in; a landing when it was the flight's last.
    mutating func take(_ answer: Answer) -> Landing? {
        switch answer {
        case .rows(let rows):
            flights.changeFirst { flight in
                flight.rows.append(rows)
                flight.answered += 1
            }
        case .failed(let error):
            if error.isConnectionLost { farewell = error }
            flights.changeFirst { flight in
                // The commit can fail as well, after all calls have been answered. The first error is the cause.
                flight.error = flight.error ?? error
                flight.answered += 1
            }
        case .aborted:
            flights.changeFirst { $0.answered += 1 }
        case .synced:
            return land()
        case .unexpected:
            preconditionFailure("the connection ends here")
        }
        return nil
    }

    private mutating func land() -> Landing? {
        guard let flight = flights.popFirst() else { return nil }
        if let error = flight.error {
            return Landing(completion: flight.completion, result: .failure(error))
        }
        guard flight.rows.count == flight.names.count else {
            let error = PostgresError(
                message: "\(flight.rows.count) answers to \(flight.names.count) calls",
                isConnectionLost: true)
            return Landing(completion: flight.completion, result: .failure(error))
        }
        return Landing(completion: flight.completion, result: .success(flight.rows))
    }

    /// The connection is gone: all flights land with the error, and nothing is under way any more.
    mutating func lose(_ error: PostgresError) -> [Landing] {
        var lost = error
        lost.isConnectionLost = true
        var landings: [Landing] = []
        while let flight = flights.popFirst() {
            landings.append(Landing(completion: flight.completion, result: .failure(lost)))
        }
        return landings
    }
}
