import BoardProtocol
import BoardTestSupport

extension TestBoard {
    /// Sends one request of plain HTTP on a connection of its own.
    func http(
        _ method: String, _ path: String, _ headers: [String: String] = [:], body: String? = nil
    ) async throws -> RawSocket.Reply {
        try await RawSocket.talk(to: port) { try $0.request(method, path, headers, body: body) }
    }

    /// Calls a method over `/rpc`; the body of the answer, whose status has to be 200.
    @discardableResult
    func rpc(
        _ method: String, _ params: JSON = [:], _ headers: [String: String] = [:]
    ) async throws -> JSON {
        let body = Outgoing.request(.integer(7), method: method, params: params)
        let reply = try await http("POST", "/rpc", headers, body: String(decoding: body, as: UTF8.self))
        guard reply.status == 200 else { throw UnexpectedReply(reply: reply) }
        return try reply.json
    }

    struct UnexpectedReply: Error { let reply: RawSocket.Reply }

    /// The server's own pages' origin, as a header.
    var ownOrigin: [String: String] {
        get throws { ["Origin": "http://127.0.0.1:\(try port)", "Host": "127.0.0.1:\(try port)"] }
    }

    /// Logs in over `/session`, and returns the cookie as a header.
    func cookie(of name: String, password: String = TestMember.password) async throws -> [String: String] {
        let body = #"{"name":"\#(name)","password":"\#(password)"}"#
        let reply = try await http("POST", "/session", ownOrigin, body: body)
        guard reply.status == 200, let cookie = reply.cookie else { throw UnexpectedReply(reply: reply) }
        return ["Cookie": cookie]
    }
}

extension RawSocket.Reply {
    var json: JSON { get throws { try JSONReader.read(Array(body.utf8)) } }

    var reason: String? { (try? json)?["reason"]?.string }

    /// Name and value of the cookie that it sets.
    var cookie: String? { headers["set-cookie"]?.split(separator: ";").first.map(String.init) }
}

extension JSON {
    /// The reason of the JSON-RPC error that this is.
    var reason: String? { self["error"]?["data"]?["reason"]?.string }
}

func bearer(_ token: String) -> [String: String] { ["Authorization": "Bearer \(token)"] }
