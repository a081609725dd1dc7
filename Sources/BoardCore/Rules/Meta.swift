public import BoardProtocol

extension TextRules {
    /// Checks an app's own object, of which the board knows only the kind and the size as compact JSON.
    public static func meta(isObject: Bool, bytes: Int) throws(Refusal) {
        guard isObject else {
            throw .invalid("meta", "Send meta as a JSON object, or null.")
        }
        let most = Limits.current.metaBytes
        guard bytes <= most else {
            throw .invalid("meta", "Shorten meta to at most \(most) bytes of compact JSON.")
        }
    }
}
