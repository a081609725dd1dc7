import BoardProtocol

/// How a method is carried out.
public enum BoardMethod: Sendable {
    case read(any BoardRead.Type)
    case write(any BoardWrite.Type)
    case secret(any BoardSecretWrite.Type)
    /// Changes only what this connection is told.
    case live(any BoardOperation.Type)

    var name: String {
        switch self {
        case .read(let type): type.method
        case .write(let type): type.method
        case .secret(let type): type.method
        case .live(let type): type.method
        }
    }
}

/// THE list: one line for each method of the protocol.
public enum Operations {
    public static let all: [BoardMethod] = [
        .secret(Register.self),
        .read(GetAccount.self),
        .secret(ChangePassword.self),
        .secret(ResetPassword.self),
        .read(ExportAccount.self),
        .secret(DeleteAccount.self),
        .secret(LogIn.self),
        .secret(ResumeSession.self),
        .secret(ExchangeSession.self),
        .read(ListSessions.self),
        .write(EndSession.self),
        .write(LogOut.self),
        .read(ListCategories.self),
        .write(CreateThread.self),
        .read(GetThread.self),
        .read(ListThreads.self),
        .write(MarkThreadRead.self),
        .write(RenameThread.self),
        .write(DeleteThread.self),
        .write(CreatePost.self),
        .read(GetPost.self),
        .read(ListPosts.self),
        .write(EditPost.self),
        .write(DeletePost.self),
        .write(LikePost.self),
        .write(UnlikePost.self),
        .write(AddBlock.self),
        .write(RemoveBlock.self),
        .read(ListBlocks.self),
        .write(CreateReport.self),
        .live(WatchCounts.self),
        .live(UnwatchCounts.self),
        .live(JoinThread.self),
        .live(LeaveThread.self),
        .secret(RunCommand.self),
        .live(Ping.self),
    ]

    /// The methods by name.
    public static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
