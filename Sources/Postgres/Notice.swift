/// What a NOTIFY brought.
struct Notice {
    let channel: String
    let payload: String
    let process: Int32
}
