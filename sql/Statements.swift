/// One file of `sql/statements`, prepared under its name on each connection.
public struct Statement: Sendable, Hashable {
    /// The file's name without `.sql`.
    public let name: String
    public let sql: String
    /// Whether it takes arrays, one element for each call, and returns a row for each, in order.
    public let isBatch: Bool

    /// For tests and tools; the server's own are the constants below.
    public init(_ name: String, _ sql: String, isBatch: Bool = false) {
        self.name = name
        self.sql = sql
        self.isBatch = isBatch
    }

    private init(_ name: String, _ bytes: [UInt8], isBatch: Bool = false) {
        self.init(name, String(decoding: bytes, as: UTF8.self), isBatch: isBatch)
    }

    public static func == (a: Statement, b: Statement) -> Bool { a.name == b.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Statement {
    public static let accountApprove = Statement("account_approve", PackageResources.account_approve_sql)
    public static let accountCreate = Statement("account_create", PackageResources.account_create_sql)
    public static let accountDelete = Statement("account_delete", PackageResources.account_delete_sql)
    public static let accountEraseBlocks = Statement(
        "account_erase_blocks", PackageResources.account_erase_blocks_sql)
    public static let accountEraseDone = Statement(
        "account_erase_done", PackageResources.account_erase_done_sql)
    public static let accountEraseEdits = Statement(
        "account_erase_edits", PackageResources.account_erase_edits_sql)
    public static let accountEraseLikes = Statement(
        "account_erase_likes", PackageResources.account_erase_likes_sql)
    public static let accountEraseMarks = Statement(
        "account_erase_marks", PackageResources.account_erase_marks_sql)
    public static let accountErasePlan = Statement(
        "account_erase_plan", PackageResources.account_erase_plan_sql)
    public static let accountErasePosts = Statement(
        "account_erase_posts", PackageResources.account_erase_posts_sql)
    public static let accountEraseReports = Statement(
        "account_erase_reports", PackageResources.account_erase_reports_sql)
    public static let accountEraseThreads = Statement(
        "account_erase_threads", PackageResources.account_erase_threads_sql)
    public static let accountFind = Statement("account_find", PackageResources.account_find_sql)
    public static let accountGet = Statement("account_get", PackageResources.account_get_sql)
    public static let accountKick = Statement("account_kick", PackageResources.account_kick_sql)
    public static let accountPassword = Statement("account_password", PackageResources.account_password_sql)
    public static let accountPurge = Statement("account_purge", PackageResources.account_purge_sql)
    public static let accountReject = Statement("account_reject", PackageResources.account_reject_sql)
    public static let accountReset = Statement("account_reset", PackageResources.account_reset_sql)
    public static let accountResetCode = Statement(
        "account_reset_code", PackageResources.account_reset_code_sql)
    public static let accountResume = Statement("account_resume", PackageResources.account_resume_sql)
    public static let accountRole = Statement("account_role", PackageResources.account_role_sql)
    public static let accountSecret = Statement("account_secret", PackageResources.account_secret_sql)
    public static let accountShow = Statement("account_show", PackageResources.account_show_sql)
    public static let accountState = Statement("account_state", PackageResources.account_state_sql)
    public static let accountSuspend = Statement("account_suspend", PackageResources.account_suspend_sql)
    public static let accountUnsuspend = Statement(
        "account_unsuspend", PackageResources.account_unsuspend_sql)
    public static let accountsToErase = Statement(
        "accounts_to_erase", PackageResources.accounts_to_erase_sql)
    public static let actingClaim = Statement("acting_claim", PackageResources.acting_claim_sql)
    public static let actingHold = Statement("acting_hold", PackageResources.acting_hold_sql)
    public static let actorJudge = Statement("actor_judge", PackageResources.actor_judge_sql)
    public static let auditList = Statement("audit_list", PackageResources.audit_list_sql)
    public static let auditWrite = Statement("audit_write", PackageResources.audit_write_sql)
    public static let authorPosts = Statement("author_posts", PackageResources.author_posts_sql)
    public static let blockAdd = Statement("block_add", PackageResources.block_add_sql)
    public static let blockList = Statement("block_list", PackageResources.block_list_sql)
    public static let blockRemove = Statement("block_remove", PackageResources.block_remove_sql)
    public static let boardStats = Statement("board_stats", PackageResources.board_stats_sql)
    public static let busPing = Statement("bus_ping", PackageResources.bus_ping_sql)
    public static let busTell = Statement("bus_tell", PackageResources.bus_tell_sql)
    public static let categoryList = Statement("category_list", PackageResources.category_list_sql)
    public static let changesNotify = Statement("changes_notify", PackageResources.changes_notify_sql)
    public static let countsRead = Statement("counts_read", PackageResources.counts_read_sql)
    public static let durabilityRead = Statement("durability_read", PackageResources.durability_read_sql)
    public static let epochRead = Statement("epoch_read", PackageResources.epoch_read_sql)
    public static let epochRenew = Statement("epoch_renew", PackageResources.epoch_renew_sql)
    public static let exchangeAdmit = Statement("exchange_admit", PackageResources.exchange_admit_sql)
    public static let exportPage = Statement("export_page", PackageResources.export_page_sql)
    public static let inviteCreate = Statement("invite_create", PackageResources.invite_create_sql)
    public static let noticeRead = Statement("notice_read", PackageResources.notice_read_sql)
    public static let noticeSend = Statement("notice_send", PackageResources.notice_send_sql)
    public static let postCreate = Statement("post_create", PackageResources.post_create_sql, isBatch: true)
    public static let postDelete = Statement("post_delete", PackageResources.post_delete_sql, isBatch: true)
    public static let postEdit = Statement("post_edit", PackageResources.post_edit_sql, isBatch: true)
    public static let postGet = Statement("post_get", PackageResources.post_get_sql)
    public static let postLike = Statement("post_like", PackageResources.post_like_sql, isBatch: true)
    public static let postListNewest = Statement("post_list_newest", PackageResources.post_list_newest_sql)
    public static let postListOldest = Statement("post_list_oldest", PackageResources.post_list_oldest_sql)
    public static let postListPopular = Statement(
        "post_list_popular", PackageResources.post_list_popular_sql)
    public static let postRestore = Statement("post_restore", PackageResources.post_restore_sql)
    public static let postShow = Statement("post_show", PackageResources.post_show_sql)
    public static let postUnlike = Statement("post_unlike", PackageResources.post_unlike_sql, isBatch: true)
    public static let postsErase = Statement("posts_erase", PackageResources.posts_erase_sql)
    public static let postsPurge = Statement("posts_purge", PackageResources.posts_purge_sql)
    public static let postsRestore = Statement("posts_restore", PackageResources.posts_restore_sql)
    public static let purgeCount = Statement("purge_count", PackageResources.purge_count_sql)
    public static let purgeDone = Statement("purge_done", PackageResources.purge_done_sql)
    public static let purgePlan = Statement("purge_plan", PackageResources.purge_plan_sql)
    public static let purgesToDo = Statement("purges_to_do", PackageResources.purges_to_do_sql)
    public static let ratesForget = Statement("rates_forget", PackageResources.rates_forget_sql)
    public static let recount = Statement("recount", PackageResources.recount_sql)
    public static let recountCategories = Statement(
        "recount_categories", PackageResources.recount_categories_sql)
    public static let recountRepair = Statement("recount_repair", PackageResources.recount_repair_sql)
    public static let registrationAdmit = Statement(
        "registration_admit", PackageResources.registration_admit_sql)
    public static let rehearsalBegin = Statement("rehearsal_begin", PackageResources.rehearsal_begin_sql)
    public static let rehearsalEnd = Statement("rehearsal_end", PackageResources.rehearsal_end_sql)
    public static let reportCreate = Statement("report_create", PackageResources.report_create_sql)
    public static let reportFind = Statement("report_find", PackageResources.report_find_sql)
    public static let reportList = Statement("report_list", PackageResources.report_list_sql)
    public static let reportResolve = Statement("report_resolve", PackageResources.report_resolve_sql)
    public static let restoreBegin = Statement("restore_begin", PackageResources.restore_begin_sql)
    public static let restoreDone = Statement("restore_done", PackageResources.restore_done_sql)
    public static let restorePlan = Statement("restore_plan", PackageResources.restore_plan_sql)
    public static let retentionForget = Statement("retention_forget", PackageResources.retention_forget_sql)
    public static let retentionPlan = Statement("retention_plan", PackageResources.retention_plan_sql)
    public static let sessionCreate = Statement("session_create", PackageResources.session_create_sql)
    public static let sessionEnd = Statement("session_end", PackageResources.session_end_sql)
    public static let sessionExchange = Statement("session_exchange", PackageResources.session_exchange_sql)
    public static let sessionList = Statement("session_list", PackageResources.session_list_sql)
    public static let sessionOpen = Statement("session_open", PackageResources.session_open_sql)
    public static let sessionTouch = Statement("session_touch", PackageResources.session_touch_sql)
    public static let threadChanges = Statement("thread_changes", PackageResources.thread_changes_sql)
    public static let threadCreate = Statement("thread_create", PackageResources.thread_create_sql)
    public static let threadDelete = Statement("thread_delete", PackageResources.thread_delete_sql)
    public static let threadGet = Statement("thread_get", PackageResources.thread_get_sql)
    public static let threadListActive = Statement(
        "thread_list_active", PackageResources.thread_list_active_sql)
    public static let threadListActiveIn = Statement(
        "thread_list_active_in", PackageResources.thread_list_active_in_sql)
    public static let threadListNewest = Statement(
        "thread_list_newest", PackageResources.thread_list_newest_sql)
    public static let threadListNewestIn = Statement(
        "thread_list_newest_in", PackageResources.thread_list_newest_in_sql)
    public static let threadListPopular = Statement(
        "thread_list_popular", PackageResources.thread_list_popular_sql)
    public static let threadListPopularIn = Statement(
        "thread_list_popular_in", PackageResources.thread_list_popular_in_sql)
    public static let threadMarkRead = Statement(
        "thread_mark_read", PackageResources.thread_mark_read_sql, isBatch: true)
    public static let threadRestore = Statement("thread_restore", PackageResources.thread_restore_sql)
    public static let threadRevert = Statement("thread_revert", PackageResources.thread_revert_sql)
    public static let threadSlow = Statement("thread_slow", PackageResources.thread_slow_sql)
    public static let threadStates = Statement("thread_states", PackageResources.thread_states_sql)
    public static let threadUpdate = Statement("thread_update", PackageResources.thread_update_sql)
    public static let threadsEmptied = Statement("threads_emptied", PackageResources.threads_emptied_sql)
    public static let threadsErase = Statement("threads_erase", PackageResources.threads_erase_sql)
    public static let threadsHold = Statement("threads_hold", PackageResources.threads_hold_sql)
    public static let threadsMoved = Statement("threads_moved", PackageResources.threads_moved_sql)
    public static let threadsOfAuthor = Statement(
        "threads_of_author", PackageResources.threads_of_author_sql)
    public static let undoFind = Statement("undo_find", PackageResources.undo_find_sql)
    public static let whoAnswer = Statement("who_answer", PackageResources.who_answer_sql)
    public static let whoAsk = Statement("who_ask", PackageResources.who_ask_sql)
    public static let whoRead = Statement("who_read", PackageResources.who_read_sql)
    public static let wordAdd = Statement("word_add", PackageResources.word_add_sql)
    public static let wordList = Statement("word_list", PackageResources.word_list_sql)
    public static let wordRemove = Statement("word_remove", PackageResources.word_remove_sql)

    /// All of them: what each connection prepares.
    public static let all: [Statement] = [
        .accountApprove, .accountCreate, .accountDelete, .accountEraseBlocks, .accountEraseDone,
        .accountEraseEdits, .accountEraseLikes, .accountEraseMarks, .accountErasePlan, .accountErasePosts,
        .accountEraseReports, .accountEraseThreads, .accountFind, .accountGet, .accountKick,
        .accountPassword, .accountPurge, .accountReject, .accountReset, .accountResetCode, .accountResume,
        .accountRole, .accountSecret, .accountShow, .accountState, .accountSuspend, .accountUnsuspend,
        .accountsToErase, .actingClaim, .actingHold, .actorJudge, .auditList, .auditWrite, .authorPosts,
        .blockAdd, .blockList, .blockRemove, .boardStats, .busPing, .busTell, .categoryList, .changesNotify,
        .countsRead, .durabilityRead, .epochRead, .epochRenew, .exchangeAdmit, .exportPage, .inviteCreate,
        .noticeRead,
        .noticeSend, .postCreate, .postDelete, .postEdit, .postGet, .postLike, .postListNewest,
        .postListOldest, .postListPopular, .postRestore, .postShow, .postUnlike, .postsErase, .postsPurge,
        .postsRestore, .purgeCount, .purgeDone, .purgePlan, .purgesToDo, .ratesForget, .recount,
        .recountCategories, .recountRepair, .registrationAdmit, .rehearsalBegin, .rehearsalEnd,
        .reportCreate, .reportFind, .reportList, .reportResolve, .restoreBegin, .restoreDone,
        .restorePlan, .retentionForget, .retentionPlan, .sessionCreate, .sessionEnd, .sessionExchange,
        .sessionList, .sessionOpen, .sessionTouch, .threadChanges, .threadCreate, .threadDelete, .threadGet,
        .threadListActive, .threadListActiveIn, .threadListNewest, .threadListNewestIn, .threadListPopular,
        .threadListPopularIn, .threadMarkRead, .threadRestore, .threadRevert, .threadSlow, .threadStates,
        .threadUpdate, .threadsEmptied, .threadsErase, .threadsHold, .threadsMoved, .threadsOfAuthor,
        .undoFind, .whoAnswer, .whoAsk, .whoRead, .wordAdd, .wordList, .wordRemove,
    ]
}
