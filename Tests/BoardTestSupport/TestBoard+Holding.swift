public import BoardProtocol
import BoardSQL
internal import Dispatch
import Postgres

extension TestBoard {
    /// Holds a thread's row from a connection of its own while the body runs: whatever writes in the thread waits.
    public nonisolated func holding<Result: Sendable>(
        _ thread: ThreadID, _ body: () async throws -> Result
    ) async throws -> Result {
        let release = DispatchSemaphore(value: 0)
        let (held, teller) = AsyncThrowingStream<Void, any Error>.makeStream()
        let holder = Task {
            try await onOwnThread { [database] in
                do {
                    let connection = try database.connect()
                    try connection.exec("begin")
                    try connection.execParams(
                        "select id from threads where id = $1::bigint for update", [.int(thread.rawValue)])
                    teller.yield()
                    release.wait()
                    try connection.exec("commit")
                    teller.finish()
                } catch {
                    teller.finish(throwing: error)
                }
            }
        }
        for try await _ in held { break }
        do {
            let result = try await body()
            release.signal()
            try await holder.value
            return result
        } catch {
            release.signal()
            throw error
        }
    }
}
