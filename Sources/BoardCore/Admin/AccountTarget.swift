import BoardProtocol
import BoardSQL

/// What the commands about an account have in common: whom they name, what a refusal means, who must hear of it.
struct AccountTarget {
    let name: String
    let key: Value

    init(_ arguments: inout CommandArguments) throws(Refusal) {
        name = try arguments.word()
        key = .text(MemberName.key(of: name))
    }

    func judge(_ row: Row) throws(Refusal) {
        switch row.textIfAny("refusal") {
        case "notFound": throw Refusal(.notFound, "There is no account \(name).")
        case "forbidden": throw Refusal(.forbidden, "\(name) has a role that is not below yours.")
        case "conflict":
            throw Refusal(.conflict, "\(name) is the last admin. Give somebody else the role first.")
        case "conflict waiting":
            throw Refusal(.conflict, "\(name) waits for approval: approve or reject that account.")
        case "conflict settled": throw Refusal(.conflict, "\(name) does not wait for approval.")
        case "conflict running":
            throw Refusal(.conflict, "The posts of \(name) are being removed already.")
        default: try row.refusal()
        }
    }

    /// The account that was changed; nil where nothing had to change.
    func changed(_ row: Row) throws(Refusal) -> AccountID? {
        try judge(row)
        return row.bool("changed") ? AccountID(rawValue: row.int64("account_id")) : nil
    }
}
