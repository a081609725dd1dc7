import BoardProtocol
import BoardTestSupport
import Glibc
import Testing

@Suite("Random histories: what everybody is told and reads is what a model of the rules says", .needsDatabase)
struct RandomHistoriesTests {
    struct History: Sendable, CustomTestStringConvertible {
        var seed: UInt64
        var shape: RandomHistory.Shape

        var testDescription: String { "seed \(seed), \(shape.servers) servers, \(shape.steps) steps" }

        init(seed: UInt64, steps: Int) {
            self.seed = seed
            shape = RandomHistory.Shape(servers: seed.isMultiple(of: 2) ? 2 : 1, steps: steps)
            shape.losesBus = seed.isMultiple(of: 3)
            shape.renewsEpoch = seed.isMultiple(of: 8)
        }
    }

    /// Those that every run plays; 373038 found two blocks, read at once, told with one version.
    private static let seeds: [UInt64] = [1, 2, 3, 6, 8, 373_038]

    /// `KEIJIBAN_SEED` has one history again; `KEIJIBAN_HISTORIES` asks for so many long ones.
    private static let histories: [History] = {
        if let seed = number("KEIJIBAN_SEED") {
            return [History(seed: UInt64(seed), steps: number("KEIJIBAN_STEPS") ?? 100)]
        }
        if let count = number("KEIJIBAN_HISTORIES") {
            return (0..<count).map { _ in
                History(seed: .random(in: 0...999_999), steps: number("KEIJIBAN_STEPS") ?? 400)
            }
        }
        return seeds.map { History(seed: $0, steps: 100) }
    }()

    private static func number(_ name: String) -> Int? {
        getenv(name).flatMap { Int(String(cString: $0)) }
    }

    @Test("Followers, watchers and readers all agree with the model", arguments: histories)
    func history(_ history: History) async throws {
        try await TestBoard.run { board in
            let story = RandomHistory(board, history.shape, seed: history.seed)
            let faults = try await withDeadline("a history", within: .seconds(240)) { try await story.run() }
            if let faults {
                Issue.record("KEIJIBAN_SEED=\(history.seed) KEIJIBAN_STEPS=\(history.shape.steps)\n\(faults)")
            }
            try await board.expectExactCounts()
        }
    }
}
