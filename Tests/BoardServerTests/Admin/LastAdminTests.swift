import BoardClient
import BoardProtocol
import BoardSQL
import BoardTestSupport
import Testing

@Suite("There is always an admin", .needsDatabase)
struct LastAdminTests {
    @Test(
        "The last one who can act is not demoted, suspended or deleted; a suspended second does not count",
        .enabled(if: TestBoard.hasShell))
    func last() async throws {
        try await TestBoard.run { board in
            let adm = try await board.member("adm1", role: .admin)
            _ = try await board.quickMember("adm2", role: .admin)
            #expect(try await board.shell(["suspend", "adm2", "1h"]).exitCode == 0)
            for words in [
                ["role", "adm1", "member"], ["role", "adm1", "moderator"], ["suspend", "adm1", "1h"],
            ] {
                for words in [words, ["--dry-run"] + words] {
                    let result = try await board.shell(words)
                    #expect(
                        result.exitCode == 1 && result.stderr.contains("last admin"), "\(words): \(result)")
                }
            }
            let leaving = DeleteAccount(password: TestMember.password)
            #expect(try await adm.client.refusal(of: leaving).reason == .conflict)
            // The suspended one may go: that leaves one who can act.
            #expect(try await board.shell(["role", "adm2", "member"]).exitCode == 0)
            #expect(try await board.shell(["unsuspend", "adm2"]).exitCode == 0)
            #expect(try await board.shell(["role", "adm2", "admin"]).exitCode == 0)
            #expect(try await board.shell(["suspend", "adm1", "1h"]).exitCode == 0)
            #expect(try await board.shell(["suspend", "adm2", "1h"]).exitCode == 1)
            #expect(try await board.shell(["unsuspend", "adm1"]).exitCode == 0)
            try await adm.send(leaving)
            #expect(try await board.shell(["role", "adm2", "member"]).exitCode == 1)
        }
    }

    @Test("Of two admins who leave at the same moment, at two servers, one stays")
    func race() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            for round in 0..<4 {
                let one = try await board.member("one\(round)", role: .admin)
                let token = try await board.member("two\(round)", role: .admin).token
                let two = try await board.member(with: token, on: second)
                let leaving = DeleteAccount(password: TestMember.password)
                let tries = [await one.client.begin(leaving), await two.client.begin(leaving)]
                var left = 0
                for attempt in tries {
                    switch await attempt.result {
                    case .success: left += 1
                    case .failure(let error): #expect((error as? Refusal)?.reason == .conflict, "\(error)")
                    }
                }
                #expect(left == 1)
                try await board.sql("update accounts set role = 'member'")
            }
        }
    }
}
