-- thread bigint, viewer bigint -> the thread as this viewer sees it; no row where it is not there.
select t.id, t.title, t.category, t.by_id, t.author_name, t.created_ms, t.last_post_ms, t.post_count, t.like_count,
    t.seq, t.locked, t.pinned, t.meta, hidden_count(t.id, $2::bigint) as hidden_count,
    exists (select from acting_accounts where id = $2::bigint) as acting
from thread_rows t where t.id = $1::bigint and not t.deleted;
