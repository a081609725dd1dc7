/// One file of `sql/migrations`: forward only, run once, in a transaction of its own.
public struct Migration: Sendable {
    /// From 1, without gaps.
    public let number: Int
    public let name: String
    public let sql: String

    public init(number: Int, name: String, sql: String) {
        self.number = number
        self.name = name
        self.sql = sql
    }
}

extension Migration {
    /// All of them, in order.
    public static let all: [Migration] = [
        Migration(1, "accounts", PackageResources._001_accounts_sql),
        Migration(2, "board", PackageResources._002_board_sql),
        Migration(3, "operation", PackageResources._003_operation_sql),
        Migration(4, "rates", PackageResources._004_rates_sql),
        Migration(5, "moderation", PackageResources._005_moderation_sql),
        Migration(6, "unread", PackageResources._006_unread_sql),
    ]

    private init(_ number: Int, _ name: String, _ bytes: [UInt8]) {
        self.init(number: number, name: name, sql: String(decoding: bytes, as: UTF8.self))
    }
}
