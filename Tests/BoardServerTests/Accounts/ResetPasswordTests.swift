import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("A new password by an operator's code", .needsDatabase)
struct ResetPasswordTests {
    private let new = "third horse 3"

    private func code(for name: String, _ board: TestBoard) async throws -> String {
        let admin = try await board.quickMember("root\(Int.random(in: 0 ..< .max))", role: .admin)
        return try #require(try await admin.command("reset \(name)").data["code"]?.string)
    }

    @Test(
        "The shell's code sets a password once, however it is typed; all sessions end",
        .enabled(if: TestBoard.hasShell))
    func shell() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("Aki")
            let result = try await board.shell(["--json", "reset", "aki"])
            #expect(result.exitCode == 0)
            let data = try JSONReader.read(Array(result.stdout.utf8.dropLast()))
            let code = try #require(data["code"]?.string)
            #expect(data["auditId"]?.string != nil)
            // The code alone changes nothing.
            #expect(try await aki.send(GetAccount()).account == aki.account)
            let client = try await board.client()
            let typed = " " + code.lowercased().replacing("-", with: " ")
            let reply = try await client.send(ResetPassword(name: "ＡＫＩ", code: typed, new: new))
            #expect(reply.account == aki.account)
            #expect(try await aki.client.ended().closeCode == 4001)
            #expect(try await client.send(GetAccount()).account == aki.account)
            #expect(try await board.member(with: reply.token).account == aki.account)
            let twice = try await client.refusal(
                of: ResetPassword(name: "aki", code: code, new: "fourth horse"))
            #expect(twice.reason == .badCredentials)
            try await client.send(LogIn(name: "aki", password: new))
        }
    }

    @Test("A wrong code, another account's, and one of an unknown name are told in the same words")
    func wrong() async throws {
        try await TestBoard.run { board in
            let aki = try await board.member("aki")
            _ = try await board.quickMember("ben")
            let code = try await code(for: "ben", board)
            let client = try await board.client()
            var refusals: [Refusal] = []
            for (name, code) in [
                ("aki", code), ("ben", "7K3M-P0QX-1ABC-0Z9Y"), ("nobody", code), ("ben", ""),
            ] {
                refusals.append(try await client.refusal(of: ResetPassword(name: name, code: code, new: new)))
            }
            #expect(refusals.allSatisfy { $0.reason == .badCredentials })
            #expect(Set(refusals.map(\.message)).count == 1)
            #expect(try await aki.send(GetAccount()).account == aki.account)
            // None of that used the code up.
            try await client.send(ResetPassword(name: "ben", code: code, new: new))
        }
    }

    @Test("A code is good for 24 hours, and only the newest")
    func expires() async throws {
        try await TestBoard.run { board in
            _ = try await board.quickMember("aki")
            let first = try await code(for: "aki", board)
            let second = try await code(for: "aki", board)
            let client = try await board.client()
            let old = try await client.refusal(of: ResetPassword(name: "aki", code: first, new: new))
            #expect(old.reason == .badCredentials)
            try await board.sql("update accounts set reset_until = reset_until - interval '24 hours'")
            let late = try await client.refusal(of: ResetPassword(name: "aki", code: second, new: new))
            #expect(late.reason == .badCredentials)
        }
    }

    @Test("A bad new password leaves the code good")
    func badPassword() async throws {
        try await TestBoard.run { board in
            _ = try await board.quickMember("aki")
            let code = try await code(for: "aki", board)
            let client = try await board.client()
            let refusal = try await client.refusal(of: ResetPassword(name: "aki", code: code, new: "short"))
            #expect(refusal.reason == .invalidParams && refusal.field == "new")
            try await client.send(ResetPassword(name: "aki", code: code, new: new))
        }
    }
}
