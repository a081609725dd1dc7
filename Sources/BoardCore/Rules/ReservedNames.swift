internal import UnicodeText

/// Names under which a member could pass for the board itself, or for somebody who runs it.
enum ReservedNames {
    /// Whether a name with this key is one of them, also when spelled as `a-d-m-i-n`.
    ///
    /// Only letters and digits are compared, and only whole names: `administrata` and `root2` are free.
    static func contains(key: String) -> Bool {
        let letters = key.unicodeScalars.filter { $0.isLetter || $0.isDecimalDigit }
        return keys.contains(String(letters))
    }

    private static let keys = Set(
        [
            "guest", "anonymous", "admin", "administrator", "moderator", "mod", "operator", "root",
            "sysadmin",
            "webmaster", "system", "staff", "support", "official", "keijiban", "everyone", "here", "deleted",
            "null", "undefined",
            "ゲスト", "アドミン", "管理者", "管理人", "モデレーター", "モデレータ", "システム", "スタッフ", "サポート",
            "運営", "運営者", "公式", "掲示板", "全員", "削除済み",
        ].map(UnicodeText.nfkcCaseFold))
}
