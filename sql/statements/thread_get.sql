-- thread bigint, viewer bigint -> the thread as this viewer sees it; no row where it is not there.
select t.id, t.title, t.category, t.by_id, t.author_name, t.created_ms, t.last_post_ms, t.post_count, t.like_count,
    t.seq, t.locked, t.pinned, t.meta, (select coalesce(sum(n.live_posts), 0)::bigint from blocks b
        join thread_authors n on n.thread_id = t.id and n.author_id = b.blocked_id where b.member_id = $2::bigint) as hidden_count,
    unread_posts(t.id, $2::bigint) as unread,
    exists (select from acting_accounts where id = $2::bigint) as acting
from thread_rows t where t.id = $1::bigint and not t.deleted;
