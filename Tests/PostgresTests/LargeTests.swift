import BoardSQL
import Postgres
import Testing

@Suite("Large values pass through small sockets", hasServer)
struct LargeTests {
    private static let mebibyte = 1 << 20
    private let size = Statement("size", "select length($1::text) as size")
    private let make = Statement(
        "make", "select repeat('x', $1::int) as body from generate_series(1, $2::int)")
    private let echo = Statement("echo", "select $1::bytea as body")
    private let database: TestDatabase
    private let owner = Owner()
    private let connection: PostgresConnection

    init() throws {
        database = try TestDatabase()
        connection = try owner.connect(database.conninfo, statements: [size, make, echo])
    }

    @Test("A result of 50 MB")
    func result() throws {
        let call = StatementCall(make, [.int(Int64(LargeTests.mebibyte)), .int(50)])
        let rows = try owner.run(connection, call)[0]
        #expect(rows.count == 50)
        #expect(rows.allSatisfy { $0.text("body").utf8.count == LargeTests.mebibyte })
    }

    @Test("Parameters of 64 MB, in many flights at once")
    func parameter() throws {
        let text = String(repeating: "y", count: LargeTests.mebibyte)
        var sizes: [Int] = []
        for _ in 0..<64 {
            connection.run([StatementCall(size, [.text(text)])]) { result in
                if case .success(let rows) = result { sizes.append(rows[0][0].int("size")) }
            }
        }
        owner.loop.run("all flights land", seconds: 60) { connection.flightsUnderWay == 0 }
        #expect(sizes == Array(repeating: LargeTests.mebibyte, count: 64))
    }

    @Test("Both ways at once: neither side waits for the other")
    func both() throws {
        let bytes = [UInt8](repeating: 0xA5, count: 4 * LargeTests.mebibyte)
        var landed = 0
        for _ in 0..<8 {
            connection.run([StatementCall(echo, [.bytes(bytes)])]) { result in
                if case .success(let rows) = result, rows[0][0].bytes("body") == bytes { landed += 1 }
            }
        }
        owner.loop.run("all flights land", seconds: 60) { connection.flightsUnderWay == 0 }
        #expect(landed == 8)
    }
}
