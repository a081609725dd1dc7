import Postgres
import Testing

@testable import struct Postgres.ConnectionOptions

@Suite("Conninfo is read by libpq's rules")
struct ConninfoTests {
    @Test("Good ones pass", arguments: ["", "host=/tmp user=board", "postgresql://me:word@host:5433/board"])
    func good(_ conninfo: String) throws {
        try PostgresConnection.check(conninfo: conninfo)
    }

    @Test(
        "A bad one is refused without what might be the password",
        arguments: [
            "host=x password=open sesame", "postgres://me:ses%ZZame@host/db", "sesame", "password='sesame",
            "postgres://me:sesame@[host/db", "postgres://me:sesame@[::1]x/db", "host=x sesame=1",
            "postgres://h/d?password=x%ZZsesame", "host=x password=\"a\" sesame", "a\0sesame",
        ])
    func bad(_ conninfo: String) {
        let error = #expect(throws: PostgresError.self) { try PostgresConnection.check(conninfo: conninfo) }
        #expect(error?.description.contains("sesame") == false)
        #expect(error?.description.contains("ses%") == false)
    }

    @Test("What is given is kept, and what is not is filled in")
    func defaults() throws {
        let options = try ConnectionOptions(
            conninfo: "host=h connect_timeout=7 keepalives_idle=99 client_encoding=latin1",
            applicationName: "board")
        #expect(options.connectTimeout == 7)
        let values = options.withPointers { keywords, values in
            var all: [String: String] = [:]
            var index = 0
            while let keyword = keywords[index], let value = values[index] {
                all[String(cString: keyword)] = String(cString: value)
                index += 1
            }
            return all
        }
        #expect(values["keepalives_idle"] == "99")
        #expect(values["tcp_user_timeout"] == "10000")
        #expect(values["client_encoding"] == "UTF8", "our texts are UTF-8, whatever is asked for")
        #expect(values["fallback_application_name"] == "board")
    }
}
