extension String {
    /// How many bytes the text takes in JSON, without its quotes.
    var bytesInJSON: Int {
        utf8.reduce(0) { count, byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0x09, 0x0A: count + 2
            case 0..<0x20: count + 6
            default: count + 1
            }
        }
    }
}
