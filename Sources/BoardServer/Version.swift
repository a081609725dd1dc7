/// What this program calls itself.
public enum Version {
    public static let number = "0.1.0"
    public static let server = "keijiban/\(number)"
    static let protocolName = "keijiban.v1"
}
