import BoardSQL

extension TestBoard {
    /// A digest of the rows of every table, by the table's name.
    public func contents() async throws -> [String: String] {
        let tables = try await sql(
            """
            select quote_ident(table_name) as name from information_schema.tables
            where table_schema = 'public' and table_type = 'BASE TABLE'
            """)
        let digests = tables.map { row in
            let name = row.text("name")
            return
                "select '\(name)' as name, (select md5(string_agg(t::text, chr(10) order by t::text)) from \(name) t) as digest"
        }
        let rows = try await sql(digests.joined(separator: " union all "))
        return Dictionary(
            uniqueKeysWithValues: rows.map { ($0.text("name"), $0.textIfAny("digest") ?? "none") })
    }
}
