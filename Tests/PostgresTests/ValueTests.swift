import BoardSQL
import Postgres
import Testing

@Suite("Values come back as they went", hasServer)
struct ValueTests {
    private static let texts = [
        "", " ", "NULL", "null", "plain", "日本語のスレッド", "👩‍👩‍👧‍👦", "it's", #"say "hi""#, #"back\slash\\"#, "{a,b}",
        "a,b", "line\nfeed\ttab\r", "\u{1}\u{7F}", "e\u{301}", "$1",
        String(repeating: "あ", count: 5_000),
    ]
    private static let statements = [
        Statement("texts", "select $1::text as one, $2::text[] as many, u from unnest($2::text[]) u"),
        Statement("numbers", "select $1::bigint as one, $2::bigint[] as many"),
        Statement("numbers_out", "select u as one from unnest($1::bigint[]) u"),
        Statement("truths", "select $1::bool as one, u from unnest($2::bool[]) u"),
        Statement("bytes", "select $1::bytea as one, u from unnest($2::bytea[]) u"),
        Statement("empty", "select cardinality($1::text[]) as size, $1::text[] is null as is_null"),
    ]
    private let database: TestDatabase
    private let owner = Owner()
    private let connection: PostgresConnection

    init() throws {
        database = try TestDatabase()
        connection = try owner.connect(database.conninfo, statements: ValueTests.statements)
    }

    private func rows(_ name: String, _ values: Value...) throws -> Rows {
        let statement = try #require(ValueTests.statements.first { $0.name == name })
        return try #require(try owner.run(connection, StatementCall(statement, values)).first)
    }

    @Test("Texts, alone and in arrays")
    func texts() throws {
        for text in ValueTests.texts {
            let rows = try rows("texts", .text(text), .array([.text(text), .null, .text(text)]))
            #expect(rows.count == 3)
            #expect(rows[0].text("one") == text)
            #expect(rows.map { $0.textIfAny("u") } == [text, nil, text])
        }
    }

    @Test("A text with a zero byte is refused, not cut short")
    func zeroByte() throws {
        let error = #expect(throws: PostgresError.self) { try rows("texts", .text("a\0b"), .null) }
        #expect(error?.sqlState == "22021")
        #expect(throws: PostgresError.self) { try rows("texts", .null, .array([.text("a\0b")])) }
        #expect(try rows("texts", .text("fine"), .array([.null])).count == 1)
    }

    @Test(
        "Numbers, alone and in arrays",
        arguments: [0, 1, -1, .max, .min, 9_007_199_254_740_993] as [Int64])
    func numbers(_ number: Int64) throws {
        let row = try #require(try rows("numbers", .int(number), .array([.int(number), .int(7)])).first)
        #expect(row.int64("one") == number)
        #expect(row.int64s("many") == [number, 7])
        let out = try rows("numbers_out", .array([.null, .int(number)]))
        #expect(out.map { $0.int64IfAny("one") } == [nil, number])
    }

    @Test("True, false and null")
    func truths() throws {
        let out = try rows("truths", .bool(true), .array([.bool(true), .bool(false), .null]))
        #expect(out[0].bool("one"))
        #expect(out[0].bool("u") && !out[1].bool("u") && out[2].isNull("u"))
    }

    @Test("Bytes, alone and in arrays")
    func bytes() throws {
        let all = [UInt8](0...255)
        for bytes in [[], [0], all, all + all] {
            let out = try rows("bytes", .bytes(bytes), .array([.bytes(bytes), .null, .bytes([0x5C, 0x22])]))
            #expect(out[0].bytes("one") == bytes)
            #expect(out[0].bytes("u") == bytes)
            #expect(out[1].isNull("u"))
            #expect(out[2].bytes("u") == [0x5C, 0x22])
        }
    }

    @Test("Null is not the empty array, nor the empty text")
    func nothing() throws {
        let empty = try #require(try rows("empty", .array([])).first)
        #expect(empty.int("size") == 0 && !empty.bool("is_null"))
        let null = try #require(try rows("empty", .null).first)
        #expect(null.isNull("size") && null.bool("is_null"))
        let out = try #require(try rows("texts", .null, .array([.text("")])).first)
        #expect(out.isNull("one") && out.text("u").isEmpty)
    }
}
