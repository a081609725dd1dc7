import BoardClient
import BoardProtocol
import BoardTestSupport
import Testing

@Suite("A like is told to the member's other connections", .needsDatabase)
struct PostLikedTests {
    @Test("Each change of it once, to those connections and to no other")
    func others() async throws {
        try await TestBoard.run { board in
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let post = try await aki.post(in: aki.open())
            let elsewhere = [
                try await board.member(with: ben.token), try await board.member(with: ben.token),
            ]
            let guest = try await board.client()
            for _ in 0..<2 { try await ben.send(LikePost(postId: post.id)) }
            for _ in 0..<2 { try await ben.send(UnlikePost(postId: post.id)) }
            try await ben.send(LikePost(postId: post.id))
            for member in elsewhere {
                for liked in [true, false, true] {
                    let notice = try await member.client.next(\.postLiked)
                    #expect(notice == PostLiked(postId: post.id, threadId: post.threadId, liked: liked))
                }
            }
            for client in [ben.client, aki.client, guest] + elsewhere.map(\.client) {
                try await client.send(Ping())
                #expect(await client.takeUnread(\.postLiked) == nil)
            }
        }
    }

    @Test("Also where another process serves them")
    func otherProcess() async throws {
        try await TestBoard.run { board in
            let second = try await board.secondServer()
            let (aki, ben) = (try await board.quickMember("aki"), try await board.quickMember("ben"))
            let post = try await aki.post(in: aki.open())
            let elsewhere = try await board.member(with: ben.token, on: second)
            try await ben.send(LikePost(postId: post.id))
            #expect(try await elsewhere.client.next(\.postLiked).liked)
            try await elsewhere.send(UnlikePost(postId: post.id))
            #expect(try await ben.client.next(\.postLiked).liked == false)
        }
    }
}
