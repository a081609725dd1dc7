/// Reads the head of an HTTP request from its first bytes.
enum HeadReader {
    struct Head {
        var method: String
        var target: String
        var isHTTP10: Bool
        var headers: [(name: String, value: String)]
    }

    enum Result {
        case incomplete
        case malformed
        case complete(Head)
    }

    /// - Parameter searchFrom: Where the end may begin; what lies before has been searched already.
    static func read(_ bytes: UnsafeRawBufferPointer, searchFrom: Int = 0) -> Result {
        guard let end = endOfHead(bytes, from: max(0, searchFrom - 3)) else { return .incomplete }
        var lines = splitLines(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
        guard !lines.isEmpty else { return .malformed }
        let requestLine = lines.removeFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard requestLine.count == 3, !requestLine[0].isEmpty, !requestLine[1].isEmpty,
            requestLine[2].hasPrefix("HTTP/1.")
        else { return .malformed }
        var headers: [(name: String, value: String)] = []
        for line in lines {
            // A folded line begins with a space, which no header's name does.
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex,
                line[..<colon].allSatisfy({ $0 != " " && $0 != "\t" })
            else { return .malformed }
            let value = trimmed(line[line.index(after: colon)...])
            headers.append((line[..<colon].lowercased(), String(value)))
        }
        return .complete(
            Head(
                method: String(requestLine[0]), target: String(requestLine[1]),
                isHTTP10: requestLine[2] == "HTTP/1.0", headers: headers))
    }

    /// Where the empty line begins that ends a head.
    private static func endOfHead(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        var at = start
        while at + 3 < bytes.count {
            if bytes[at] == 13, bytes[at + 1] == 10, bytes[at + 2] == 13, bytes[at + 3] == 10 { return at }
            at += 1
        }
        return nil
    }

    /// By hand, because Swift takes CR LF for one character.
    private static func splitLines(_ head: UnsafeRawBufferPointer) -> [String] {
        var lines: [String] = []
        var start = 0
        for at in 0...head.count
        where at == head.count || (head[at] == 13 && head[min(at + 1, head.count - 1)] == 10) {
            if start <= at {
                lines.append(
                    String(decoding: UnsafeRawBufferPointer(rebasing: head[start..<at]), as: UTF8.self))
            }
            start = at + 2
        }
        return lines
    }
}
